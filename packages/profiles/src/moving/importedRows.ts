import { CsvRecords, InvalidInput, JsonLines, type RawRecord, type Records } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { readCell } from "./csvCells.ts"
import { parseExactly } from "../exactNumbers.ts"
import { profileColumns, type ProfileFormat } from "./exportProfiles.ts"
import { maxIds } from "../merges.ts"
import { type Action, type ProfileChange, PropertyType } from "../model.ts"
import { isDistinctId, readProfile } from "../readChanges.ts"
import { isObject, unfit } from "../readJson.ts"
import { fits, isDate } from "../values.ts"

/** The longest line of a file, in characters: any profile that the API makes in one request is shorter. */
export const longestRow = 16 * 1024 * 1024

/** A row of a file: the change of its profile, and the other ids that lead there; or the reason why it has none. */
export type ImportedRow = { readonly line: number } & (
  | { readonly change: ProfileChange; readonly ids: ReadonlyArray<string> }
  | { readonly problem: string }
)

/** Reads a file, given in pieces of any size. */
export interface RowsReader {
  readonly push: (text: string) => ReadonlyArray<ImportedRow>
  readonly end: () => ReadonlyArray<ImportedRow>
}

/** The field of a request that says how values are set. */
export type SettingField = "$once" | "$set"

type Types = Map<string, PropertyType>

/** A profile as a row has it. */
interface GivenProfile {
  readonly distinctId: unknown
  readonly properties: Readonly<Record<string, unknown>>
  readonly idList: unknown
  readonly createdAt: unknown
  readonly updatedAt: unknown
}

const isType = Schema.is(PropertyType)

const readTimes = (createdAt: unknown, updatedAt: unknown): ProfileChange["times"] | InvalidInput => {
  if (createdAt === undefined && updatedAt === undefined) return undefined
  const [first = updatedAt, last = createdAt] = [createdAt, updatedAt]
  if (typeof first !== "string" || typeof last !== "string" || !isDate(first) || !isDate(last)) {
    return unfit("created_at and updated_at", "must be ISO 8601 date-times")
  }
  const [created, updated] = [Date.parse(first), Date.parse(last)]
  // An offset may lead out of the years that dates have.
  if (![created, updated].every((at) => isDate(new Date(at).toISOString()))) {
    return unfit("created_at and updated_at", "must lie in the years 1 to 9999 in UTC")
  }
  return { createdAt: Math.min(created, updated), updatedAt: updated }
}

/** Reads profiles of rows in their order. A property has its known type; a new one its first value's. */
const profileReader =
  (types: Types, field: SettingField) =>
  (
    { createdAt, distinctId, idList = [], properties, updatedAt }: GivenProfile,
    texts: ReadonlySet<string> = new Set(),
  ): Omit<Extract<ImportedRow, { readonly change: unknown }>, "line"> | InvalidInput => {
    const change = readProfile(distinctId, field, properties)
    if (change instanceof InvalidInput) return change
    const times = readTimes(createdAt, updatedAt)
    if (times instanceof InvalidInput) return times
    if (!Array.isArray(idList) || idList.length > maxIds || !idList.every(isDistinctId)) {
      return unfit("id_list", `must list up to ${maxIds.toLocaleString("en")} distinct ids`)
    }
    const actions = change.actions.map((action): Action => {
      if (action.verb !== "set" && action.verb !== "once") return action
      const own = texts.has(action.name) && action.type === "date" ? "string" : action.type
      const known = types.get(action.name)
      if (known === undefined) types.set(action.name, own)
      return { ...action, type: known !== undefined && fits(action.type, known) ? known : own }
    })
    return { change: { ...change, actions, times }, ids: idList }
  }

const rowFields = ["distinct_id", "id_list", "properties", "created_at", "updated_at"]

/** The change that gives new properties their types. */
const typesChange = (types: Types, given: unknown): ProfileChange | InvalidInput => {
  if (!isObject(given) || !Object.values(given).every(isType)) {
    return unfit("types", `must be an object of names and types: ${PropertyType.literals.join(", ")}`)
  }
  const named = readProfile(
    "types",
    "$once",
    Object.fromEntries(Object.keys(given).map((name) => [name, ""])),
  )
  if (named instanceof InvalidInput) return named
  const actions = Object.entries(given).flatMap(([name, type]): ReadonlyArray<Action> => {
    if (!isType(type)) return []
    if (!types.has(name)) types.set(name, type)
    return [{ verb: "type", name, type }]
  })
  return { ...named, actions, makes: false }
}

const jsonRows = (types: Types, field: SettingField): RowsReader => {
  const records = new JsonLines(parseExactly, longestRow)
  const read = profileReader(types, field)
  // A file that begins as exports do ends as they do.
  let isCut = false
  let last = 1
  const ofObject = (value: Readonly<Record<string, unknown>>) => {
    const strange = Object.keys(value).find((name) => !rowFields.includes(name))
    if (strange !== undefined) {
      return unfit("A line", `must have only ${rowFields.join(", ")}, not ${strange.slice(0, 50)}`)
    }
    const { properties = {} } = value
    if (!isObject(properties)) return unfit("properties", "must be an object of names and values")
    return read({
      distinctId: value["distinct_id"],
      properties,
      idList: value["id_list"],
      createdAt: value["created_at"],
      updatedAt: value["updated_at"],
    })
  }
  const rowOf = (record: RawRecord<unknown>): ReadonlyArray<ImportedRow> => {
    const { line } = record
    last = line
    if ("problem" in record) return [record]
    const { value } = record
    if (!isObject(value)) return [{ line, problem: "A line must be a JSON object" }]
    const [only, ...more] = Object.keys(value)
    if (only === "end" && more.length === 0) {
      isCut = false
      return []
    }
    if (only === "types" && more.length === 0) {
      isCut = true
      const change = typesChange(types, value["types"])
      return [change instanceof InvalidInput ? { line, problem: change.message } : { line, change, ids: [] }]
    }
    const row = ofObject(value)
    return [row instanceof InvalidInput ? { line, problem: row.message } : { line, ...row }]
  }
  return {
    push: (text) => records.push(text).flatMap(rowOf),
    end: () => {
      const rows = records.end().flatMap(rowOf)
      const cut = { line: last, problem: 'The file ends without its last line, {"end":true}: it was cut off' }
      return isCut ? [...rows, cut] : rows
    },
  }
}

/** The places of columns in a CSV file. */
interface Columns {
  readonly count: number
  readonly own: ReadonlyMap<string, number>
  readonly properties: ReadonlyArray<readonly [name: string, at: number]>
}

const readColumns = (cells: ReadonlyArray<string>): Columns | InvalidInput => {
  const names = cells.includes("$distinct_id")
    ? cells
    : cells.map((name) => (name === "distinct_id" ? "$distinct_id" : name))
  const head = (message: string) => unfit("The first line", message)
  if (!names.includes("$distinct_id")) return head("must name the columns, distinct_id among them")
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) return head(`must name each column once, not ${twice.slice(0, 50)} twice`)
  const strange = names.find(
    (name) => name.startsWith("$") && !profileColumns.some((known) => known === name),
  )
  if (strange !== undefined) return head(`must name no column ${strange.slice(0, 50)}`)
  const placed = names.map((name, at) => [name, at] as const)
  return {
    count: names.length,
    own: new Map(placed.filter(([name]) => name.startsWith("$"))),
    properties: placed.filter(([name]) => !name.startsWith("$")),
  }
}

const csvRows = (types: Types, field: SettingField): RowsReader => {
  const records: Records<ReadonlyArray<string>> = new CsvRecords(",", longestRow)
  const read = profileReader(types, field)
  let columns: Columns | undefined

  const ofCells = ({ count, own, properties }: Columns, cells: ReadonlyArray<string>) => {
    if (cells.length !== count) return unfit("A line", `must have ${count} cells, not ${cells.length}`)
    const cell = (name: (typeof profileColumns)[number]) => cells[own.get(name) ?? -1] || undefined
    const ids = cell("$id_list")
    const texts = new Set<string>()
    const values = properties.flatMap(([name, at]) => {
      const { quoted, value } = readCell(cells[at] ?? "", types.get(name))
      if (quoted === true) texts.add(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    return read(
      {
        distinctId: cell("$distinct_id"),
        properties: Object.fromEntries(values),
        idList: ids === undefined ? [] : readCell(ids, "list").value,
        createdAt: cell("$created_at"),
        updatedAt: cell("$updated_at"),
      },
      texts,
    )
  }
  const rowOf = (record: RawRecord<ReadonlyArray<string>>): ReadonlyArray<ImportedRow> => {
    const { line } = record
    if ("problem" in record) return [record]
    if (columns === undefined) {
      const named = readColumns(record.value)
      if (named instanceof InvalidInput) throw named
      columns = named
      return []
    }
    const row = ofCells(columns, record.value)
    return [row instanceof InvalidInput ? { line, problem: row.message } : { line, ...row }]
  }
  return {
    push: (text) => records.push(text).flatMap(rowOf),
    end: () => records.end().flatMap(rowOf),
  }
}

/**
 * Makes the reader of a file, for a place whose properties have these types. It throws `InvalidInput` for a CSV file whose
 * first line names no columns.
 */
export const rowsReader = (
  format: ProfileFormat,
  types: ReadonlyMap<string, PropertyType>,
  field: SettingField,
): RowsReader => {
  const known = new Map(types)
  return format === "csv" ? csvRows(known, field) : jsonRows(known, field)
}
