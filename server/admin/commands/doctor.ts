import { examine } from '../doctor/examine.ts';
import type { MachineCommand } from '../command.ts';

export const doctor: MachineCommand = {
  name: 'doctor',
  options: [],
  prepareMachine:
    () =>
    async ({ env, clock }) =>
      examine(env, clock),
};
