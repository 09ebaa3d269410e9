/** Loaded before a server (`--import`): answers each message with the CPU time of the process so far, in microseconds. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
// The channel alone must not keep the process alive; without the benchmark the server is of no use.
process.channel?.unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
