import { definedOf, snakeCase } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { columnKindOf, type ColumnKind } from "./columnKind.ts"

// A row is its domain's model, so a field is named once. Its column is the field in snake case, and its SQL type follows
// from the field's schema; options state only differences. A plain loop renames rows, which are then checked against the
// model in place: 10,000 events are read in 43 ms (21 with the JIT), as with a hand-written mapper before (43 and 29).
// `Schema.encodeKeys` takes four to six times as long.

/** How a database stores the values of a column. `null` stands for undefined there. */
export interface ColumnType {
  /** One value as a parameter. */
  readonly one: (value: never) => unknown
  /** Turns the driver's value into the domain's, where the reader of the column's kind does not. */
  readonly read?: (value: never) => unknown
  /** The type that a select list casts to, if no form of the driver's serves. */
  readonly cast?: string
  /** The literal of an unknown value, by the kernel's `isKnown`. */
  readonly unknown?: string
}

/** The storage of a field, beyond what its schema says. */
interface ColumnOption<Type> {
  /** The column's name; by default the field's in snake case. */
  readonly name?: string
  /** The column's type, or its kind on every database; by default the kind of the field's schema. */
  readonly type?: Type | ColumnKind
  /** The expression that returns the value; no statement writes it. */
  readonly computed?: string
  /** The database makes the value; no statement writes it. */
  readonly generated?: true
}

/** The storage of fields, beyond what their schemas say. A text is the expression that returns the value. */
export type Columns<A, Type> = {
  readonly [Field in keyof A]?:
    | string
    | (ColumnOption<Type> & {
        /** For a struct with its own columns. The struct is undefined if a required column is null. */
        readonly flat?: Columns<NonNullable<A[Field]>, Type>
      })
}

type Option<Type> = ColumnOption<Type> & { readonly flat?: Options<Type> }

interface Options<Type> {
  readonly [field: string]: string | Option<Type> | undefined
}

/** A row of the driver's, or an item of the domain's. */
export type Row = { readonly [key: string]: unknown }

/** A column of a table. */
export interface Column<Type> {
  /** The field of the row; for the column of a flat struct, the struct's field. */
  readonly field: string
  readonly name: string
  readonly type: Type
  /** The column in a select list. */
  readonly select: string
  readonly isWritten: boolean
  readonly isNullable: boolean
  readonly valueOf: (item: unknown) => unknown
}

interface Shape<Type> {
  readonly columns: ReadonlyArray<Column<Type>>
  readonly read: (row: Row) => object | undefined
}

/** A table by its name, the model of its rows and their storage, which each database makes a table of. */
export type Described<A> = readonly [name: string, model: Schema.Schema<A>, options?: Columns<A, never>]

/** Describes a table that stores on different databases share. */
export const described = <A>(...table: Described<A>): Described<A> => table

const parsed = (value: unknown) => (typeof value === "string" ? JSON.parse(value) : value)
const number = (value: number | bigint) => (typeof value === "bigint" ? Number(value) : value)

const unstored: ColumnType = { one: (value: unknown) => value }

/** A driver's value says itself how it is read: SQLite has no booleans, instants and JSON, and PostgreSQL's driver makes them. */
const readers: { readonly [kind in ColumnKind]?: (value: never) => unknown } = {
  int: number,
  bigint: number,
  double: number,
  boolean: (value: boolean | number) => (typeof value === "number" ? value !== 0 : value),
  instant: (value: Date | number) => (typeof value === "number" ? value : value.getTime()),
  texts: parsed,
  ints: parsed,
  doubles: parsed,
  json: parsed,
  jsonText: parsed,
  halves: (value: number) => value / 2,
}

/** Decodes rows to their model. A row that does not fit is a defect, like every failure of a store. */
export type ReadRows<A> = (rows: ReadonlyArray<unknown>) => ReadonlyArray<A>

const optionOf = <Type>(option: string | Option<Type> = {}): Option<Type> =>
  typeof option === "string" ? { computed: option } : option

const fieldsOf = (ast: AST.AST) => {
  if (ast._tag !== "Objects") throw new Error(`a row is a struct, not ${ast._tag}`)
  return ast.propertySignatures.map(({ name, type }) => {
    const [present, isUndefinable] = definedOf(type)
    return { field: String(name), isOptional: AST.isOptional(type), isUndefinable, present }
  })
}

const readerOf = <A>(model: Schema.Schema<A>, read: (row: Row) => object | undefined): ReadRows<A> => {
  const items = Schema.toType(Schema.Array(model))
  const fit = Schema.is(items)
  const explain = Schema.decodeUnknownSync(items as never)
  return (rows) => {
    const found: unknown = rows.map((row) => read(row as Row))
    return fit(found) ? found : explain(found)
  }
}

const knownOr = (table: string, { isNullable, name, type }: Column<ColumnType>): string =>
  type.unknown !== undefined
    ? `coalesce(nullif(excluded.${name}, ${type.unknown}), ${table}.${name})`
    : isNullable
      ? `coalesce(excluded.${name}, ${table}.${name})`
      : `excluded.${name}`

const blankOr = (table: string, { isNullable, name, type }: Column<ColumnType>): string =>
  type.unknown !== undefined
    ? `coalesce(nullif(${table}.${name}, ${type.unknown}), excluded.${name})`
    : isNullable
      ? `coalesce(${table}.${name}, excluded.${name})`
      : `${table}.${name}`

/**
 * The columns of a struct, of the table `from` where a statement joins several. For a flat one, `structOf` reads it from
 * an item and `within` is its field there.
 */
const shapeOf = <Type extends ColumnType>(
  types: { readonly [kind in ColumnKind]?: Type },
  ast: AST.AST,
  options: Options<Type>,
  from = "",
  isNullable = false,
  structOf = (item: unknown) => item,
  within?: string,
): Shape<Type> => {
  const columns: Array<Column<Type>> = []
  const required: Array<string> = []
  const fields = fieldsOf(ast).map(({ field, isOptional, isUndefinable, present }) => {
    const { computed, flat, generated, name = snakeCase(field), type: given } = optionOf(options[field])
    const mayBeNull = isNullable || isOptional || isUndefinable
    const valueOf = (item: unknown) => (structOf(item) as Row | undefined)?.[field]
    if (flat !== undefined) {
      const inner = shapeOf(types, present, flat, from, mayBeNull, valueOf, within ?? field)
      columns.push(...inner.columns)
      return { field, isOptional, read: inner.read }
    }
    const kind = typeof given === "string" ? given : given === undefined ? columnKindOf(present) : undefined
    // Rows that are only read only have columns of kinds.
    const type = kind === undefined ? (given as Type | undefined) : (types[kind] ?? (unstored as Type))
    if (type === undefined) throw new Error(`the field ${field} needs the type of its column`)
    if (!isOptional && !isUndefinable) required.push(name)
    const column = from === "" ? name : `${from}.${name}`
    const expression = type.cast ? `cast(${computed ?? column} as ${type.cast})` : (computed ?? column)
    columns.push({
      field: within ?? field,
      name,
      type,
      select: expression === column ? column : `${expression} as ${name}`,
      isWritten: computed === undefined && generated === undefined,
      isNullable: mayBeNull,
      valueOf,
    })
    const read = type.read ?? (kind && readers[kind]) ?? ((value: never) => value)
    return {
      field,
      isOptional,
      read: (row: Row) => {
        const value = row[name]
        if (value === undefined) throw new Error(`the row has no column ${name}`)
        return value === null ? undefined : read(value as never)
      },
    }
  })
  return {
    columns,
    read: (row) => {
      if (isNullable && required.some((name) => row[name] === null)) return undefined
      const found: { [field: string]: unknown } = {}
      for (const { field, isOptional, read } of fields) {
        const value = read(row)
        if (value !== undefined || !isOptional) found[field] = value
      }
      return found
    },
  }
}

/** Reads the rows of a statement; `selected` is its select list. */
export type StatementRows<A> = ReadRows<A> & { readonly selected: string }

/**
 * Reads the rows of a statement with its own columns, such as totals, from any of the databases. `from` is the table or
 * alias that has the columns which are not computed, if a statement must say so.
 */
export const rowsOf = <A>(
  model: Schema.Schema<A>,
  options: Columns<A, ColumnType> = {},
  from?: string,
): StatementRows<A> => {
  // PostgreSQL's driver makes a date of a day that is not cast.
  const day: ColumnType = { ...unstored, cast: "text" }
  const { columns, read } = shapeOf({ day }, AST.toType(model.ast), options as Options<ColumnType>, from)
  return Object.assign(readerOf(model, read), { selected: columns.map(({ select }) => select).join(", ") })
}

/** The columns of a model's fields. */
export const columnNames = (model: Schema.Constraint): ReadonlyArray<string> =>
  fieldsOf(AST.toType(model.ast)).map(({ field }) => snakeCase(field))

/** The storage of a struct that is read from a joined table, under names with a prefix: `articles.title as article_title`. */
export const joinedFrom = (table: string, prefix: string, model: Schema.Constraint) => ({
  flat: Object.fromEntries(
    fieldsOf(AST.toType(model.ast)).map(({ field }) => [
      field,
      { name: `${prefix}_${snakeCase(field)}`, computed: `${table}.${snakeCase(field)}` },
    ]),
  ),
})

type Literals = { readonly [kind in ColumnKind]?: string }

/** The storage of a model's fields that are expressions of their columns and of unknown values, some of which are `own` ones of the statement. */
export const computedFrom = (
  model: Schema.Constraint,
  expression: (column: string, unknown: string) => string,
  own: Literals = {},
) => {
  const literals: Literals = { text: "''", int: "0", double: "0", ...own }
  return Object.fromEntries(
    fieldsOf(AST.toType(model.ast)).map(({ field, isUndefinable, present }) => {
      const type = columnKindOf(present) ?? "json"
      const unknown = isUndefinable ? undefined : literals[type]
      return [field, { type, computed: expression(snakeCase(field), unknown ?? "null") }]
    }),
  )
}

/** The storage of a model's fields from an outer join: they are unknown without a row. */
export const outerJoined = (table: string, model: Schema.Constraint, own?: Literals) =>
  computedFrom(model, (column, unknown) => `coalesce(${table}.${column}, ${unknown})`, own)

/** Reads rows of one column as its values. */
export const valuesOf = <A>(value: Schema.Schema<A>): ReadRows<A> => {
  const read = rowsOf(Schema.Struct({ value }))
  return (rows) => read(rows.map((row) => ({ value: Object.values(row as Row)[0] }))).map((one) => one.value)
}

/** Describes the tables of a database that has these types: the columns of a table whose rows are a model's, and the ends of its upserts. */
export const tablesOf =
  <Type extends ColumnType>(types: Readonly<Record<ColumnKind, Type>>) =>
  <A>(name: string, model: Schema.Schema<A>, options: Columns<A, Type> = {}) => {
    const shape = shapeOf(types, AST.toType(model.ast), options as Options<Type>)
    const written = shape.columns.filter(({ isWritten }) => isWritten)

    /** Sets all columns outside the key. An unchanged row is not written, so the rows returned are those that changed. */
    const upsert = (key: ReadonlyArray<keyof A>, valueOf: (column: Column<Type>) => string): string => {
      const columns = written.filter(({ field }) => !key.includes(field as keyof A))
      const values = columns.map(valueOf)
      const before = columns.map((column) => `${name}.${column.name}`)
      const assignments = columns.map((column, at) => `${column.name} = ${values[at]}`)
      return `do update set ${assignments.join(", ")} where (${before.join(", ")}) is distinct from (${values.join(", ")})`
    }

    return {
      columns: shape.columns,
      written,
      /** For `select` and `returning`. */
      selected: shape.columns.map(({ select }) => select).join(", "),
      read: readerOf(model, shape.read),
      /** The columns of the fields that an item has, as parameters. */
      record: (item: Partial<A>): Record<string, unknown> =>
        Object.fromEntries(
          written.flatMap((column) => {
            if (!(column.field in item)) return []
            const value = column.valueOf(item) ?? null
            return [[column.name, column.type.one(value as never)]]
          }),
        ),
      /**
       * The end of an upsert on these fields: the kernel's `mergeKnown` in SQL. An unknown field never replaces a known
       * one, and a row that stays the same is not written, so that the rows returned are those that changed.
       */
      mergeKnown: (key: ReadonlyArray<keyof A>) => upsert(key, (column) => knownOr(name, column)),
      /** The end of an upsert on these fields, in which the new row only fills what the stored one does not know. */
      underKnown: (key: ReadonlyArray<keyof A>) => upsert(key, (column) => blankOr(name, column)),
      /** The end of an upsert on these fields, in which the new row replaces the stored one. */
      replace: (key: ReadonlyArray<keyof A>) => upsert(key, (column) => `excluded.${column.name}`),
    }
  }
