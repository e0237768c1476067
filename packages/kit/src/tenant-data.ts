import type { Database, RunSql } from './database.ts'

/** Data of one tenant: all rows whose `column` has this value, and rows that refer to them. */
export interface TenantScope {
  /** Name of the column that every table of tenants has. */
  readonly column: string
  readonly value: string
  /** Prepares each transaction, for example for row-level security. */
  readonly prepare?: (run: RunSql) => Promise<void>
}

/** Table with data of tenants. */
export interface TenantTable {
  readonly name: string
  /** Columns of the primary key with their types, in order. */
  readonly key: readonly { readonly name: string; readonly type: string }[]
  readonly columns: readonly string[]
  /** Condition for the rows of a tenant, whose value is the parameter $1. */
  readonly condition: string
  /** Table through which the rows belong to the tenant; undefined for a table that has the column. */
  readonly parent: string | undefined
}

type Transactions = Pick<Database<unknown>, 'inTransaction'>

interface CatalogRow {
  readonly name: string
  readonly columns: string[]
  readonly types: string[]
  readonly key_names: string[] | null
  readonly key_types: string[] | null
}

/** A name of the catalog as it is written in a statement. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** All tables of the schema with their columns and primary keys. A partitioned table counts once, its partitions do not. */
const TABLES = `SELECT c.relname AS name,
    array_agg(a.attname::text ORDER BY a.attnum) AS columns,
    array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) AS types,
    (SELECT array_agg(k.attname::text ORDER BY p.place) FROM pg_index i,
      unnest(i.indkey::int2[]) WITH ORDINALITY p (num, place) JOIN pg_attribute k ON k.attnum = p.num
      WHERE i.indrelid = c.oid AND i.indisprimary AND k.attrelid = c.oid) AS key_names,
    (SELECT array_agg(format_type(k.atttypid, k.atttypmod) ORDER BY p.place) FROM pg_index i,
      unnest(i.indkey::int2[]) WITH ORDINALITY p (num, place) JOIN pg_attribute k ON k.attnum = p.num
      WHERE i.indrelid = c.oid AND i.indisprimary AND k.attrelid = c.oid) AS key_types
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  GROUP BY c.oid, c.relname ORDER BY c.relname`

/** References between tables of the schema by one column. */
const REFERENCES = `SELECT child.relname AS child, parent.relname AS parent, ca.attname AS child_column, pa.attname AS parent_column
  FROM pg_constraint f JOIN pg_class child ON child.oid = f.conrelid JOIN pg_class parent ON parent.oid = f.confrelid
  JOIN pg_attribute ca ON ca.attrelid = f.conrelid AND ca.attnum = f.conkey[1]
  JOIN pg_attribute pa ON pa.attrelid = f.confrelid AND pa.attnum = f.confkey[1]
  WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace AND child.oid <> parent.oid
    AND array_length(f.conkey, 1) = 1 ORDER BY 1, 2`

interface Reference {
  readonly child: string
  readonly parent: string
  readonly child_column: string
  readonly parent_column: string
}

/** Orders tables so that each comes before those that it refers to. */
function childrenFirst(tables: TenantTable[], references: readonly Reference[]): TenantTable[] {
  const ordered: TenantTable[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size > 0) {
    const free = [...left.values()].find(
      ({ name }) => !references.some(({ child, parent }) => parent === name && left.has(child)),
    )
    if (!free) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`)
    ordered.push(free)
    left.delete(free.name)
  }
  return ordered
}

/**
 * Asks the catalog for every table of the schema that has the column, and for tables that refer to one of them, so that a
 * new table cannot be forgotten. Tables come before those that they refer to.
 */
export async function tenantTables(run: RunSql, column: string): Promise<TenantTable[]> {
  const rows = (await run(TABLES)) as unknown as CatalogRow[]
  const references = (await run(REFERENCES)) as unknown as Reference[]
  const found = new Map<string, TenantTable>()
  const add = ({ name, columns, key_names, key_types }: CatalogRow, condition: string, parent?: string) => {
    if (!key_names || !key_types) throw new Error(`table ${name} has data of tenants but no primary key`)
    const key = key_names.map((part, i) => ({ name: part, type: key_types[i]! }))
    found.set(name, { name, columns, key, condition, parent })
  }
  for (const row of rows) {
    const place = row.columns.indexOf(column)
    if (place >= 0) add(row, `${quoted(column)} = $1::text::${row.types[place]}`)
  }
  // A table without the column belongs to the tenant through its reference.
  for (let grew = true; grew; ) {
    grew = false
    for (const row of rows) {
      if (found.has(row.name)) continue
      const reference = references.find(({ child, parent }) => child === row.name && found.has(parent))
      if (!reference) continue
      const parent = found.get(reference.parent)!
      add(
        row,
        `${quoted(reference.child_column)} IN (SELECT ${quoted(reference.parent_column)} FROM ${quoted(parent.name)} WHERE ${parent.condition})`,
        parent.name,
      )
      grew = true
    }
  }
  return childrenFirst([...found.values()], references)
}

const inScope = <T>(database: Transactions, scope: TenantScope, work: (run: RunSql) => Promise<T>) =>
  database.inTransaction(async (run) => {
    await scope.prepare?.(run)
    return work(run)
  })

/** Reads the tables of a tenant in the scope's own transaction. */
export const tablesOf = (database: Transactions, scope: TenantScope): Promise<TenantTable[]> =>
  inScope(database, scope, (run) => tenantTables(run, scope.column))

/** Bytes of rows that are read at once, about. */
const PAGE_BYTES = 4 * 1024 ** 2
const PAGE_ROWS = 5000

/**
 * Yields every row of a table as JSON text, in pages by the primary key, each in its own short transaction. The size of a
 * page follows the size of the rows, so that memory is bounded. Columns in `omit` are left out.
 */
export async function* tenantRows(
  database: Transactions,
  scope: TenantScope,
  table: TenantTable,
  omit: readonly string[] = [],
): AsyncGenerator<string[]> {
  const columns = table.columns.filter((name) => !omit.includes(name)).map(quoted)
  const key = table.key.map(({ name }) => quoted(name))
  const place = table.key.map(({ type }, i) => `$${i + 2}::text::${type}`)
  let after: unknown[] | undefined
  for (let limit = 1; ; ) {
    const beyond = after ? `AND (${key.join(', ')}) > (${place.join(', ')})` : ''
    const rows = await inScope(database, scope, (run) =>
      run(
        // Names that no column has, or a column would hide them.
        `SELECT row_to_json("exported row")::text AS "exported text", "exported keys" FROM (
           SELECT ${columns.join(', ')}, ARRAY[${key.map((name) => `${name}::text`).join(', ')}] AS "exported keys"
           FROM ${quoted(table.name)} WHERE ${table.condition} ${beyond} ORDER BY ${key.join(', ')} LIMIT ${limit}
         ) "exported page", LATERAL (
           SELECT ${columns.map((name) => `"exported page".${name}`).join(', ')}) "exported row"`,
        [scope.value, ...(after ?? [])],
      ),
    )
    if (rows.length === 0) return
    const lines = rows.map((row) => row['exported text'] as string)
    yield lines
    if (rows.length < limit) return
    after = rows.at(-1)!['exported keys'] as unknown[]
    const largest = Math.max(...lines.map(({ length }) => length))
    limit = Math.max(1, Math.min(limit * 10, PAGE_ROWS, Math.floor(PAGE_BYTES / largest)))
  }
}

/** Rows that one transaction deletes. */
const BATCH_ROWS = 5000

/**
 * Deletes every row of a tenant, table by table in batches. `onBatch` runs in the transaction of each batch with the number
 * of its rows, so that a count which it stores is exact even if the process dies and starts again.
 */
export async function deleteTenantRows(
  database: Transactions,
  scope: TenantScope,
  tables: readonly TenantTable[],
  onBatch: (run: RunSql, table: string, rows: number) => Promise<void>,
): Promise<void> {
  for (const { name, condition } of tables) {
    for (let deleted = BATCH_ROWS; deleted === BATCH_ROWS; ) {
      deleted = await inScope(database, scope, async (run) => {
        const [row] = await run(
          `WITH gone AS (DELETE FROM ${quoted(name)} WHERE ${condition} AND ctid = ANY (ARRAY(
             SELECT ctid FROM ${quoted(name)} WHERE ${condition} LIMIT ${BATCH_ROWS})) RETURNING 1)
           SELECT count(*)::integer AS deleted FROM gone`,
          [scope.value],
        )
        const { deleted } = row as { deleted: number }
        if (deleted > 0) await onBatch(run, name, deleted)
        return deleted
      })
    }
  }
}

/** Counts the rows that a tenant has in each table. Tables without any are left out. */
export async function countTenantRows(
  database: Transactions,
  scope: TenantScope,
  tables: readonly TenantTable[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, condition } of tables) {
    const [row] = await inScope(database, scope, (run) =>
      run(`SELECT count(*)::integer AS rows FROM ${quoted(name)} WHERE ${condition}`, [scope.value]),
    )
    const { rows } = row as { rows: number }
    if (rows > 0) counts[name] = rows
  }
  return counts
}
