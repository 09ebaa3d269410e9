import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { Bar, BarChart, CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import * as z from 'zod/mini';

/** The least that a page of AI usage with the same packages and the same two charts can be. */

z.config({ jitless: true });

declare global {
  interface Window {
    /** Sent from the document, before any script was there. */
    firstCall: Promise<unknown>;
  }
}

const COLOURS = ['#1d5bd8', '#b45309', '#15803d', '#9333ea', '#0e7490', '#be123c'];
const Usage = z.object({
  data: z.object({
    summary: z.object({ cost_month_usd: z.number() }),
    trend: z.array(z.object({ date: z.string(), cost_usd: z.number() })),
  }),
});
const Report = z.object({
  data: z.object({ items: z.array(z.object({ day: z.string(), feature: z.string(), cost_usd: z.number() })) }),
});

const rootRoute = createRootRoute({
  component: () => (
    <div className="shell">
      <nav>
        <Link to="/">AI usage</Link>
      </nav>
      <main className="main">
        <Outlet />
      </main>
    </div>
  ),
});

async function readReport(): Promise<z.output<typeof Report>> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  const from = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
  const address = `/v1/api.ashx?resource=ai_reports&report=usage&group_by=day,feature&from=${from}&limit=200`;
  const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
  return Report.parse(await response.json());
}

function Usages() {
  const usage = useQuery({ queryKey: ['usage'], queryFn: async () => Usage.parse(await window.firstCall) });
  const report = useQuery({ queryKey: ['report'], queryFn: readReport });
  if (usage.data === undefined) return <p>Loading usage</p>;
  const { summary, trend } = usage.data.data;
  let spent = 0;
  const curve = trend.map(({ date, cost_usd }) => ({ date, spent: (spent += cost_usd) }));
  return (
    <>
      <p data-figure>${summary.cost_month_usd.toFixed(2)}</p>
      <LineChart width={700} height={300} data={curve}>
        <CartesianGrid vertical={false} />
        <XAxis dataKey="date" />
        <YAxis />
        <Tooltip />
        <Line dataKey="spent" dot={false} isAnimationActive={false} />
      </LineChart>
      {report.data === undefined ? null : <Columns items={report.data.data.items} />}
    </>
  );
}

function Columns({ items }: { readonly items: z.output<typeof Report>['data']['items'] }) {
  const features = [...new Set(items.map(({ feature }) => feature))].slice(0, COLOURS.length);
  const days = new Map<string, Record<string, number | string>>();
  for (const { day, feature, cost_usd } of items) {
    const sums = days.get(day) ?? { day };
    sums[feature] = cost_usd;
    days.set(day, sums);
  }
  const data = [...days.values()].toSorted((a, b) => String(a['day']).localeCompare(String(b['day'])));
  return (
    <BarChart width={380} height={216} data={data}>
      <CartesianGrid vertical={false} />
      <XAxis dataKey="day" />
      <YAxis />
      <Tooltip />
      {features.map((feature, index) => (
        <Bar key={feature} dataKey={feature} stackId="cost" fill={COLOURS[index] ?? ''} isAnimationActive={false} />
      ))}
    </BarChart>
  );
}

const route = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Usages });
const router = createRouter({ routeTree: rootRoute.addChildren([route]) });
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
