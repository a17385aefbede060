import { type ArticleId, type ArticleVector, ExactVectors, VectorIndex } from "@daybook/reading"
import { Rows, searchVectors } from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "@daybook/storage-sql"
import { floats, ints, texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { migrateReadingVectors } from "./migrations.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { readerInEpoch } from "../kernel/epochs.ts"

/** The name of the data version that vectors raise. */
const domain = "reading-vectors"

/** The vectors of a space, up to the last revision seen. */
interface Loaded {
  readonly epoch: number
  readonly vectors: ExactVectors<ArticleId>
  seen: number
}

/** A space as it is found in an epoch of the database. */
type Space = typeof StoredSpace.Type & { readonly epoch: number }

const readNumbers = valuesOf(Schema.Int)

const StoredSpace = Schema.Struct({
  id: Schema.Int,
  dimensions: Schema.Int,
  version: Schema.Int,
})

/** The time after a start at which vectors are loaded: the start and its first responses come before. */
const loadAfter = "500 millis"

/** The number of vectors read at once. */
const readAtOnce = 1_000

/** Reads the numbers of `array_send`: five words of header, then each number with its length before it. */
const vectorOfBytes = (bytes: Uint8Array): Float32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Float32Array((bytes.byteLength - 20) / 8)
  for (let at = 0; at < numbers.length; at++) numbers[at] = view.getFloat32(24 + 8 * at)
  return numbers
}

/** Makes the function that stores vectors. */
const storingIn = (sql: SqlClient.SqlClient, write: Effect.Success<ReturnType<typeof writerOf>>) => {
  const spaceId = Effect.fnUntraced(function* (model: string, dimensions: number) {
    yield* sql`insert into vector_spaces (model, dimensions) values (${model}, ${dimensions})
      on conflict do nothing`
    const rows = yield* sql`
      select id from vector_spaces where model = ${model} and dimensions = ${dimensions}`
    return mustFind(readNumbers(rows)[0], "space of vectors", model)
  })

  const store = Effect.fn("VectorIndex.store")(function* (
    model: string,
    vectors: ReadonlyArray<ArticleVector>,
  ) {
    const byLength = Map.groupBy(vectors, ({ vector }) => vector.length)
    const all = Effect.gen(function* () {
      for (const [dimensions, some] of byLength) {
        const space = yield* spaceId(model, dimensions)
        const numbers = floats(some.flatMap(({ vector }) => Array.from(vector)))
        yield* sql`insert into article_vectors (article_id, space_id, text_hash, revision, embedding)
          select id, ${space}, text_hash, (select version from data_versions where domain = ${domain}),
            (all_numbers)[(place - 1) * ${dimensions}::int + 1 : place * ${dimensions}::int]
          from unnest(${ints(some.map(({ id }) => id))}, ${texts(some.map(({ textHash }) => textHash))})
            with ordinality as made (id, text_hash, place), (select ${numbers} as all_numbers) as numbers
          on conflict (article_id) do update set space_id = excluded.space_id, text_hash = excluded.text_hash,
            revision = excluded.revision, embedding = excluded.embedding`
      }
    })
    yield* write(all)
  }, Effect.orDie)

  return store
}

/** Finds spaces, and loads their vectors. */
const spacesIn = (sql: SqlClient.SqlClient) => {
  const loadedSpaces = new Map<number, Loaded>()
  const readInEpoch = readerInEpoch(sql, StoredSpace)

  /** A space, and the version of all vectors. */
  const findSpace = Effect.fnUntraced(function* (which: Fragment) {
    const { epoch, items } = yield* readInEpoch(
      sql`select number::float8 as epoch, id, dimensions, coalesce(version, 0)::int as version
        from epochs left join vector_spaces on ${which} left join data_versions on domain = ${domain}`,
    )
    const [found] = items
    const space: Space | undefined = found && { ...found, epoch }
    return space
  })

  /** Reads the vectors written to a space since the last load. */
  const load = Effect.fnUntraced(function* (space: Space) {
    const known = loadedSpaces.get(space.id)
    const loaded =
      known?.epoch === space.epoch
        ? known
        : { epoch: space.epoch, vectors: new ExactVectors<ArticleId>(space.dimensions), seen: 0 }
    if (loaded.seen < space.version) {
      for (let last = 0; ;) {
        const rows = Rows.readVectors(
          yield* sql`select article_id,
              case when space_id = ${space.id} then array_send(embedding) end as embedding
            from article_vectors where revision > ${loaded.seen} and article_id > ${last}
            order by article_id limit ${readAtOnce}`,
        )
        for (const { articleId: id, embedding } of rows) {
          if (embedding === undefined) loaded.vectors.delete(id)
          else loaded.vectors.set(id, vectorOfBytes(embedding))
        }
        last = rows.at(-1)?.articleId ?? last
        if (rows.length < readAtOnce) break
      }
      // Vectors written meanwhile are read again: they have a later revision.
      loaded.seen = space.version
    }
    loadedSpaces.set(space.id, loaded)
    return loaded.vectors
  })

  return { findSpace, load }
}

/** Reads stored vectors and the hashes of their texts. */
const storedIn = (sql: SqlClient.SqlClient) => {
  const textHashes = Effect.fn("VectorIndex.textHashes")(function* (
    model: string,
    ids: ReadonlyArray<ArticleId>,
  ) {
    const rows = Rows.readHashes(
      yield* sql`select article_id, text_hash from article_vectors
        join vector_spaces on vector_spaces.id = space_id
        where article_id = any(${ints(ids)}) and model = ${model}`,
    )
    return new Map(rows.map((row) => [row.articleId, row.textHash]))
  }, Effect.orDie)

  const vectorOf = Effect.fn("VectorIndex.vectorOf")(function* (model: string, id: ArticleId) {
    const [row] = Rows.readVectors(
      yield* sql`select article_id, array_send(embedding) as embedding from article_vectors
        join vector_spaces on vector_spaces.id = space_id
        where article_id = ${id} and model = ${model}`,
    )
    return Option.map(Option.fromUndefinedOr(row?.embedding), vectorOfBytes)
  }, Effect.orDie)

  return { textHashes, vectorOf }
}

/**
 * The vectors of articles in SQL. This process compares them in memory; each search first reads those that other servers have stored
 * since.
 */
export const layer = Layer.effect(
  VectorIndex,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = yield* writerOf(domain)
    yield* migrateReadingVectors
    const early = Effect.sleep(loadAfter)
    const { begin, nearest } = yield* searchVectors({ sql, early, ...spacesIn(sql) })

    return VectorIndex.of({
      store: storingIn(sql, write),
      prepare: (model) =>
        begin.pipe(
          Effect.andThen(sql`select id from vector_spaces where model = ${model} limit 1`),
          Effect.map((rows) => rows.length > 0),
          Effect.orDie,
        ),
      ...storedIn(sql),
      nearest,
    })
  }),
)
