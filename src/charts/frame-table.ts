import { createContext, type ReactNode } from 'react';

/** The figures of the frame around a chart, for where the chart itself cannot be drawn. */
export const FrameTable = createContext<ReactNode>(null);
