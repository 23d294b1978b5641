import pg from 'pg';

/** The role that the product connects as: owner of its database and of nothing else, no superuser. */
export const PRODUCT_ROLE = 'anecdotes_product';

/**
 * Creates database `name` and the role that owns it, sets the `password` of that role, and makes it the owner of what
 * an older version created there as superuser. `superuserUrl` connects to any other database of the server.
 */
export async function ensureProductDatabase(superuserUrl: URL, name: string, password: string): Promise<void> {
  await withClient(superuserUrl.href, async (client) => {
    const { rowCount: hasRole } = await client.query('select from pg_roles where rolname = $1', [PRODUCT_ROLE]);
    if (hasRole === 0) await client.query(`create role ${PRODUCT_ROLE} login`);
    const secret = client.escapeLiteral(password);
    await client.query(
      `alter role ${PRODUCT_ROLE} nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${secret}`,
    );
    const { rowCount: exists } = await client.query('select from pg_database where datname = $1', [name]);
    if (exists === 0) await client.query(`create database ${name} owner ${PRODUCT_ROLE}`);
    else await client.query(`alter database ${name} owner to ${PRODUCT_ROLE}`);
  });
  const inside = new URL(superuserUrl);
  inside.pathname = `/${name}`;
  await withClient(inside.href, (client) => client.query(HAND_OVER));
}

/** Extensions and schema `public` keep their owner: the owner of the database may use both. */
const HAND_OVER = `
do $$
declare
  v_statement text;
begin
  for v_statement in
    with own_schema as (
      select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    part_of as (
      select classid, objid from pg_depend where deptype in ('e', 'a', 'i'))
    select format('alter schema %I owner to ${PRODUCT_ROLE}', nspname)
      from own_schema where nspname <> 'public' and nspowner <> '${PRODUCT_ROLE}'::regrole
    union all
    select format('alter table %s owner to ${PRODUCT_ROLE}', c.oid::regclass)
      from pg_class c join own_schema s on s.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner <> '${PRODUCT_ROLE}'::regrole
        and not exists (select from part_of where classid = 'pg_class'::regclass and objid = c.oid)
    union all
    select format('alter routine %s owner to ${PRODUCT_ROLE}', p.oid::regprocedure)
      from pg_proc p join own_schema s on s.oid = p.pronamespace
      where p.proowner <> '${PRODUCT_ROLE}'::regrole
        and not exists (select from part_of where classid = 'pg_proc'::regclass and objid = p.oid)
  loop
    execute v_statement;
  end loop;
end $$`;

/** Runs `body` with a connection of its own. */
export async function withClient<Result>(
  connectionString: string,
  body: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await body(client);
  } finally {
    await client.end();
  }
}
