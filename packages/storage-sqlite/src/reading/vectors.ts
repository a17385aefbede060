import { type ArticleId, type ArticleVector, ExactVectors, VectorIndex } from "@daybook/reading"
import { mustFind } from "@daybook/storage-sql"
import { Rows, searchVectors } from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { jsonList, rowsOf, valuesOf } from "../sql/table.ts"
import { migrateReadingVectors } from "./migrations.ts"

/** The name of the data version that vectors raise. */
const domain = "reading-vectors"

/** The number of vectors read at once: others are served between. */
const readAtOnce = 500

/** A space, with the version of all vectors. */
const Space = Schema.Struct({ id: Schema.Int, dimensions: Schema.Int, version: Schema.Int })

const readSpaces = rowsOf(Space)
const readIds = valuesOf(Schema.Int)

/** The vectors of a space in this process, up to the last revision seen. */
interface Loaded {
  readonly vectors: ExactVectors<ArticleId>
  seen: number
}

const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)

/** The numbers of some bytes, which may begin anywhere in their buffer. */
const vectorOf = (bytes: Uint8Array) => new Float32Array(bytes.slice().buffer)

/** Makes the function that stores vectors. */
const storingIn = (
  { all, many, sql }: Database["Service"],
  write: Effect.Success<ReturnType<typeof writerOf>>,
) => {
  const spaceId = (model: string, dimensions: number) => {
    all(
      sql`insert into vector_spaces (model, dimensions) values (${model}, ${dimensions}) on conflict do nothing`,
    )
    const rows = all(sql`select id from vector_spaces where model = ${model} and dimensions = ${dimensions}`)
    return mustFind(readIds(rows)[0], "space of vectors", model)
  }

  const store = Effect.fn("VectorIndex.store")((model: string, vectors: ReadonlyArray<ArticleVector>) =>
    write((version) =>
      Effect.sync(() => {
        for (const [dimensions, some] of Map.groupBy(vectors, ({ vector }) => vector.length)) {
          const space = spaceId(model, dimensions)
          many({
            text: `insert into article_vectors (article_id, space_id, text_hash, revision, embedding)
              values (?, ?, ?, ?, ?) on conflict (article_id) do update set space_id = excluded.space_id,
                text_hash = excluded.text_hash, revision = excluded.revision, embedding = excluded.embedding`,
            rows: some.map(({ id, textHash, vector }) => [id, space, textHash, version, bytesOf(vector)]),
          })
        }
      }),
    ),
  )

  return store
}

/** Finds spaces, and loads their vectors. */
const spacesIn = ({ all, read, sql }: Database["Service"]) => {
  const loadedSpaces = new Map<number, Loaded>()
  const findSpace = (which: Fragment) =>
    read(
      () =>
        readSpaces(
          all(
            sql`select id, dimensions, version from vector_spaces, data_versions where domain = ${domain} and ${which}`,
          ),
        )[0],
    )

  /** Reads the vectors written to a space since the last load. */
  const load = Effect.fnUntraced(function* ({ dimensions, id: space, version }: typeof Space.Type) {
    const known = loadedSpaces.get(space)
    // The database was replaced by an older one if its version is lower.
    const loaded: Loaded =
      known !== undefined && known.seen <= version
        ? known
        : { vectors: new ExactVectors<ArticleId>(dimensions), seen: 0 }
    for (let last = 0, isDone = loaded.seen === version; !isDone;) {
      const rows = yield* read(() =>
        Rows.readVectors(
          all(sql`select article_id, iif(space_id = ${space}, embedding, null) as embedding from article_vectors
            where revision > ${loaded.seen} and article_id > ${last} order by article_id limit ${readAtOnce}`),
        ),
      )
      for (const { articleId, embedding } of rows) {
        if (embedding === undefined) loaded.vectors.delete(articleId)
        else loaded.vectors.set(articleId, vectorOf(embedding))
      }
      last = rows.at(-1)?.articleId ?? last
      isDone = rows.length < readAtOnce
      yield* Effect.yieldNow
    }
    // Vectors written meanwhile are read again: they have a later revision.
    loaded.seen = version
    loadedSpaces.set(space, loaded)
    return loaded.vectors
  })

  return { findSpace, load }
}

/**
 * The vectors of articles in SQLite, compared one by one in this process. It has the vectors of searched spaces in memory,
 * and each search first reads what was stored since the last one.
 */
export const layer = Layer.effect(
  VectorIndex,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql } = database
    yield* migrateReadingVectors
    const write = yield* writerOf(domain)
    const { begin, nearest } = yield* searchVectors({ sql, ...spacesIn(database) })

    const textHashes = Effect.fn("VectorIndex.textHashes")((model: string, ids: ReadonlyArray<ArticleId>) =>
      read(() => {
        const rows = Rows.readHashes(
          all(sql`select article_id, text_hash from article_vectors join vector_spaces on vector_spaces.id = space_id
            where article_id in (select value from json_each(${jsonList(ids)})) and model = ${model}`),
        )
        return new Map(rows.map((row) => [row.articleId, row.textHash]))
      }),
    )

    const vectorOfArticle = Effect.fn("VectorIndex.vectorOf")((model: string, id: ArticleId) =>
      read(() => {
        const [row] = Rows.readVectors(
          all(sql`select article_id, embedding from article_vectors join vector_spaces on vector_spaces.id = space_id
            where article_id = ${id} and model = ${model}`),
        )
        return Option.map(Option.fromUndefinedOr(row?.embedding), vectorOf)
      }),
    )

    return VectorIndex.of({
      store: storingIn(database, write),
      prepare: (model) =>
        Effect.andThen(
          begin,
          read(() => all(sql`select id from vector_spaces where model = ${model} limit 1`).length > 0),
        ),
      textHashes,
      vectorOf: vectorOfArticle,
      nearest,
    })
  }),
)
