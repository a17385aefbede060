import { keysOf, type Naming, type Title, Titles } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { valuesOf } from "../sql/table.ts"
import { mustFind } from "../sql/mustFind.ts"
import { booleans, instants, ints, texts } from "../sql/parameters.ts"

const TitleRow = Schema.Struct({
  id: Schema.Int,
  kind: Schema.Literals(["film", "show"]),
  name: Schema.String,
  year: Schema.Int,
  named_by: Schema.Int,
  tmdb: Schema.NullOr(Schema.Int),
  imdb: Schema.NullOr(Schema.String),
  tvdb: Schema.NullOr(Schema.Int),
  series: Schema.NullOr(Schema.Int),
  image_url: Schema.String,
  total_episodes: Schema.Int,
  running: Schema.Boolean,
  described: Schema.Boolean,
  checked_at: Schema.NullOr(Schema.Date),
})

/** A row of a title, with its keys. */
export const StoredTitle = Schema.Struct({ ...TitleRow.fields, keys: Schema.Array(Schema.String) })

const decodeTitles = Schema.decodeUnknownEffect(Schema.Array(StoredTitle))

/** A row as the domain's title. */
export const titleOf = (row: typeof StoredTitle.Type): Title => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  year: row.year,
  namedBy: row.named_by,
  ids: {
    ...(row.tmdb === null ? {} : { tmdb: row.tmdb }),
    ...(row.imdb === null ? {} : { imdb: row.imdb }),
    ...(row.tvdb === null ? {} : { tvdb: row.tvdb }),
    ...(row.series === null ? {} : { series: row.series }),
  },
  imageUrl: row.image_url,
  totalEpisodes: row.total_episodes,
  running: row.running,
  described: row.described,
  checkedAt: row.checked_at?.getTime(),
})

// Ids above all stored ones: new titles get theirs when they are written.
const readIds = valuesOf(Schema.Int)

const firstNew = 2 ** 40

/** The titles that these namings may find, with all their keys. */
export const loadTitles = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  namings: ReadonlyArray<Naming>,
  alsoOf: ReadonlyArray<number> = [],
) {
  const keys = [...new Set(namings.flatMap(keysOf))]
  const rows = yield* decodeTitles(
    yield* sql`select titles.*, array(select key from title_keys where title_id = titles.id) as keys from titles
      where id = any(${ints(alsoOf)})
        or id in (select title_id from title_keys where key = any(${texts(keys)})) order by id`,
  )
  let next = firstNew
  const titles = new Titles(() => next++)
  const known = new Map<number, ReadonlySet<string>>()
  for (const row of rows) {
    titles.load(titleOf(row), row.keys)
    known.set(row.id, new Set(row.keys))
  }
  return { titles, known }
})

type Loaded = Effect.Success<ReturnType<typeof loadTitles>>

/** Writes the changes of loaded titles. Gives the stored id of each resolved id, and the merged titles. */
export const saveTitles = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { known, titles }: Loaded) {
  const { merged, changed } = titles.takeChanges()
  const made = changed.filter(({ title }) => title.id >= firstNew)
  const stored = changed.filter(({ title }) => title.id < firstNew)
  const columns = (some: ReadonlyArray<{ readonly title: Title }>) => {
    const all = some.map(({ title }) => title)
    return sql`${texts(all.map(({ kind }) => kind))}, ${texts(all.map(({ name }) => name))},
      ${ints(all.map(({ year }) => year))}, ${ints(all.map(({ namedBy }) => namedBy))},
      ${ints(all.map(({ ids }) => ids.tmdb ?? null))}, ${texts(all.map(({ ids }) => ids.imdb ?? null))},
      ${ints(all.map(({ ids }) => ids.tvdb ?? null))}, ${ints(all.map(({ ids }) => ids.series ?? null))},
      ${texts(all.map(({ imageUrl }) => imageUrl))},
      ${ints(all.map(({ totalEpisodes }) => totalEpisodes))}, ${booleans(all.map(({ running }) => running))},
      ${booleans(all.map(({ described }) => described))},
      ${instants(all.map(({ checkedAt }) => checkedAt ?? null))}`
  }
  const names = sql.literal(
    "kind, name, year, named_by, tmdb, imdb, tvdb, series, image_url, total_episodes, running, described, checked_at",
  )
  const numbers = new Map<number, number>()
  if (made.length > 0) {
    const rows = yield* sql`insert into titles (${names})
      select ${names} from unnest(${columns(made)}) with ordinality as made (${names}, place) order by place
      returning id`
    // Ids rise in the order of the rows.
    const ids = readIds(rows).toSorted((one, other) => one - other)
    for (const [at, { title }] of made.entries())
      numbers.set(title.id, mustFind(ids[at], "number of a title", title.name))
  }
  if (stored.length > 0) {
    yield* sql`update titles set (${names}) = row(${sql.literal(
      "changed.kind, changed.name, changed.year, changed.named_by, changed.tmdb, changed.imdb, changed.tvdb, changed.series, changed.image_url, changed.total_episodes, changed.running, changed.described, changed.checked_at",
    )})
      from unnest(${ints(stored.map(({ title }) => title.id))}, ${columns(stored)}) as changed (id, ${names})
      where titles.id = changed.id`
  }
  const numberOf = (id: number): number => {
    const current = titles.get(id)?.id ?? id
    return numbers.get(current) ?? current
  }
  const gone = merged
    .filter(([from]) => from < firstNew)
    .map(([from, into]) => [from, numberOf(into)] as const)
  const goneIds = ints(gone.map(([from]) => from))
  if (gone.length > 0) yield* sql`delete from title_keys where title_id = any(${goneIds})`
  const keys = changed.flatMap(({ keys, title }) =>
    keys
      .filter((key) => known.get(title.id)?.has(key) !== true)
      .map((key) => [key, numberOf(title.id)] as const),
  )
  if (keys.length > 0) {
    yield* sql`insert into title_keys (key, title_id)
      select * from unnest(${texts(keys.map(([key]) => key))}, ${ints(keys.map(([, id]) => id))})
      on conflict do nothing`
  }
  return { numberOf, gone }
})

/** Deletes merged titles once nothing refers to them. */
export const deleteTitles = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  ids.length === 0 ? Effect.void : sql`delete from titles where id = any(${ints(ids)})`
