import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { ViewsDatabase } from './database.ts';
import { fixedShape } from './fixed-shape.ts';

/** A placeholder for the value of that name until a query is executed. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query of fixed shape that is compiled once for each database: `build` receives a function that inserts the value of
 * a name. Returns a function that executes the query with such values and resolves with the rows.
 */
export function compiledOnce<Values extends object, Row>(
  build: (value: (name: keyof Values & string) => RawBuilder<unknown>) => RawBuilder<Row>,
): (db: ViewsDatabase, values: Values) => Promise<Row[]> {
  const known = new WeakMap<ViewsDatabase, CompiledQuery<Row>>();
  return async (db, values) => {
    let query = known.get(db);
    if (query === undefined) {
      query = sql<Row>`${build((name) => sql`${new Parameter(name)}`)} ${fixedShape}`.compile(db);
      known.set(db, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Parameter ? values[parameter.name as keyof Values] : parameter,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
