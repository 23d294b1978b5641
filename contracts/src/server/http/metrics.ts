import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpServer } from './http-server.ts';

export type { Registry };

/** A new registry with the default metrics of the process. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Measures every request of `app` by method, route pattern and status; addresses and queries are never labels. */
export function measureRequests(app: HttpServer, registry: Registry, service: string): void {
  const name = 'http_request_duration_seconds';
  const duration =
    (registry.getSingleMetric(name) as Histogram | undefined) ??
    new Histogram({
      name,
      help: 'Time to answer a request',
      labelNames: ['service', 'method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
  // The size is bounded by the routes, their methods and the statuses of their answers.
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = request.routeOptions.url ?? 'unmatched';
    const key = `${method} ${status} ${route}`;
    let observed = series.get(key);
    if (observed === undefined) {
      observed = duration.labels({ service, method, route, status });
      series.set(key, observed);
    }
    observed.observe(elapsedTime / 1000);
    done();
  });
}

/** A gauge that asks `read` when it is scraped. */
export function gauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

/** The counter with this name, created on first use. */
export function counter<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
): Counter<Label> {
  const known = registry.getSingleMetric(name) as Counter<Label> | undefined;
  return known ?? new Counter({ name, help, labelNames, registers: [registry] });
}
