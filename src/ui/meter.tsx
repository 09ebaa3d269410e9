import { meterTone, type MeterTone } from './meter-tone.ts';

interface MeterProps {
  readonly label: string;
  readonly value: number;
  /** Where there is no limit there is no meter, but the words "No cap". */
  readonly limit: number;
  /** The value in words: "$460.82 of $600". */
  readonly text: string;
  readonly isExceeded?: boolean;
  /** A second value on the same track, such as a limit that is tried. */
  readonly mark?: number | undefined;
}

const FILLS: Readonly<Record<MeterTone, string>> = {
  accent: 'var(--accent)',
  warn: 'var(--warn)',
  danger: 'var(--danger)',
};

/** A gauge of 6 px: how much of a limit is used. */
export function Meter({ label, value, limit, text, isExceeded = false, mark }: MeterProps) {
  const share = limit > 0 ? Math.min(1, Math.max(0, value / limit)) : 1;
  return (
    <svg
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(limit, Math.max(0, value))}
      aria-valuetext={text}
      width="100%"
      height={6}
      className="block overflow-visible forced-colors:outline"
    >
      <rect width="100%" height={6} rx={3} fill="var(--bg-active)" />
      <rect width={`${share * 100}%`} height={6} rx={3} fill={FILLS[meterTone(value, limit, isExceeded)]} />
      {mark === undefined || limit <= 0 ? null : (
        <rect
          x={`${Math.min(1, Math.max(0, mark / limit)) * 100}%`}
          y={-3}
          width={2}
          height={12}
          rx={1}
          fill="var(--text)"
        />
      )}
    </svg>
  );
}
