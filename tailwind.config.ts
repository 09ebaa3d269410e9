import type { Config } from 'tailwindcss';

const step = (n: 11 | 12 | 13 | 14 | 16 | 20 | 28, letterSpacing: string): [string, Record<string, string>] => [
  `var(--fs-${n})`,
  { lineHeight: `var(--lh-${n})`, letterSpacing },
];

/** The design tokens live in src/ui/base.css as variables of both themes; here they get their names. */
export default {
  theme: {
    // The default palette and type scale are off, so that no stray colour or size is possible.
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      app: 'var(--bg-app)',
      surface: 'var(--bg-surface)',
      raised: 'var(--bg-raised)',
      sunken: 'var(--bg-sunken)',
      hover: 'var(--bg-hover)',
      active: 'var(--bg-active)',
      selected: 'var(--bg-selected)',
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)', control: 'var(--line-control)' },
      ink: { DEFAULT: 'var(--text)', 2: 'var(--text-2)', 3: 'var(--text-3)', disabled: 'var(--text-disabled)' },
      accent: {
        DEFAULT: 'var(--accent)',
        hover: 'var(--accent-hover)',
        text: 'var(--accent-text)',
        line: 'var(--accent-line)',
        tint: 'var(--accent-tint)',
        on: 'var(--on-accent)',
      },
      focus: 'var(--focus)',
      danger: {
        DEFAULT: 'var(--danger)',
        text: 'var(--danger-text)',
        tint: 'var(--danger-tint)',
        line: 'var(--danger-line)',
      },
      warn: { DEFAULT: 'var(--warn)', text: 'var(--warn-text)', tint: 'var(--warn-tint)', line: 'var(--warn-line)' },
      ok: { DEFAULT: 'var(--ok)', text: 'var(--ok-text)', tint: 'var(--ok-tint)', line: 'var(--ok-line)' },
      scrim: 'var(--scrim)',
      chart: {
        1: 'var(--chart-1)',
        2: 'var(--chart-2)',
        3: 'var(--chart-3)',
        4: 'var(--chart-4)',
        5: 'var(--chart-5)',
        6: 'var(--chart-6)',
        muted: 'var(--chart-muted)',
        grid: 'var(--chart-grid)',
      },
    },
    fontSize: {
      11: step(11, '0'),
      12: step(12, '0'),
      13: step(13, '-0.003em'),
      14: step(14, '-0.003em'),
      16: step(16, '-0.012em'),
      20: step(20, '-0.015em'),
      28: step(28, '-0.022em'),
    },
    fontFamily: { sans: 'var(--font-sans)', mono: 'var(--font-mono)' },
    fontWeight: { normal: 'var(--fw-regular)', medium: 'var(--fw-medium)', semibold: 'var(--fw-semibold)' },
    borderRadius: {
      none: '0',
      tag: 'var(--r-1)',
      chip: 'var(--r-2)',
      control: 'var(--r-3)',
      dialog: 'var(--r-4)',
      full: 'var(--r-full)',
    },
    boxShadow: { none: 'none', 1: 'var(--e-1)', 2: 'var(--e-2)' },
    screens: { sm: '480px', md: '768px', lg: '1100px', xl: '1280px', '2xl': '1800px' },
    extend: {
      height: { control: 'var(--h-control)', 'control-lg': 'var(--h-control-lg)', top: 'var(--h-top)' },
      minHeight: {
        control: 'var(--h-control)',
        row: 'var(--h-row)',
        'row-2': 'var(--h-row-2)',
        bar: 'var(--h-bar)',
        top: 'var(--h-top)',
      },
      width: { side: 'var(--w-side)', rail: 'var(--w-rail)', control: 'var(--h-control)' },
      maxWidth: { measure: 'var(--w-measure)', page: 'var(--w-page)' },
      zIndex: { sticky: 'var(--z-sticky)', popover: 'var(--z-popover)', toast: 'var(--z-toast)' },
      transitionDuration: { fast: 'var(--t-fast)', base: 'var(--t-base)', pane: 'var(--t-pane)' },
    },
  },
} satisfies Config;
