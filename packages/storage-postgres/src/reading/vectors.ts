import { type ArticleId, type ArticleVector, byNearness, ExactVectors, VectorIndex } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import { type Hnsw, makeHnsw } from "./hnsw.ts"
import { forLongWork, waitingForLocks } from "../sql/longWork.ts"
import { findExtension } from "../sql/migrator.ts"
import { mustFind } from "../sql/mustFind.ts"
import { floats, ints, texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { readHashes, readSpaceCounts, readSpaces, readVectors } from "./rows.ts"
import { migrateReadingVectors } from "./migrations.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { migrateVersions } from "../kernel/migrations.ts"

/** The domain whose version says which vectors there are. */
const domain = "reading-vectors"

/** Options of the index by pgvector. */
export interface VectorOptions {
  /**
   * The number of vectors, newer than the index or without one, that are searched one by one before an index is made:
   * 2,000 by default, and 10,000 on PGlite, where making an index keeps everything else waiting.
   */
  readonly indexFrom?: number
  /**
   * The most vectors of an index. PGlite takes 50,000 by default: with 200,000 it was stopped after 15
   * minutes. PostgreSQL takes any number.
   */
  readonly indexUpTo?: number
}

/** Vectors that a space has, as far as they are searched in this process. */
interface Loaded {
  readonly vectors: ExactVectors<ArticleId>
  /** Those of later revisions are held, up to the one that was seen last. */
  readonly after: number
  seen: number
}

const readNumbers = valuesOf(Schema.Int)

/** So many vectors are read at once. */
const readAtOnce = 1_000

/** Numbers as `array_send` writes them: five words of header, then each with its length before it. */
const vectorOfBytes = (bytes: Uint8Array): Float32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: (bytes.byteLength - 20) / 8 }, (_, at) => view.getFloat32(24 + 8 * at))
}

/**
 * The vectors of articles in SQL. With pgvector most are searched by an HNSW index, and one by one, in the memory of
 * this process, only those that came after it was made; without pgvector all are. Either way each search first asks
 * for what other servers have stored.
 */
export const layerWith = (options: VectorOptions) =>
  Layer.effect(
    VectorIndex,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateVersions
      yield* migrateReadingVectors
      const extension = yield* findExtension(sql, "vector")
      const hnsw = extension === undefined ? undefined : makeHnsw(sql, extension)
      yield* Effect.logInfo(
        hnsw === undefined
          ? "articles' vectors are searched in this process: the database has no pgvector"
          : "articles' vectors are searched by pgvector",
      )
      const write = writerOf(sql, domain)
      const oneLoads = yield* Semaphore.make(1)
      const loadedSpaces = new Map<number, Loaded>()

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

      /** The space, up to which revision pgvector has it, and the version of all spaces. */
      const findSpace = Effect.fnUntraced(function* (model: string, dimensions: number) {
        const [row] = readSpaces(
          yield* sql`select id, indexed_until::int, coalesce(version, 0)::int as version
            from vector_spaces left join data_versions on domain = ${domain}
            where model = ${model} and dimensions = ${dimensions}`,
        )
        if (row === undefined) return undefined
        const kind = hnsw?.kindOf(dimensions)
        return { ...row, indexedUntil: kind === undefined ? 0 : row.indexedUntil }
      })

      /** Reads what was written to a space since it was read last. */
      const load = Effect.fnUntraced(function* (
        space: { readonly id: number; readonly version: number; readonly indexedUntil: number },
        dimensions: number,
      ) {
        const known = loadedSpaces.get(space.id)
        const loaded =
          known?.after === space.indexedUntil
            ? known
            : {
                vectors: new ExactVectors<ArticleId>(dimensions),
                after: space.indexedUntil,
                seen: space.indexedUntil,
              }
        if (loaded.seen < space.version) {
          for (let last = 0; ;) {
            const rows = readVectors(
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

      const nearest = Effect.fn("VectorIndex.nearest")(function* (
        model: string,
        vector: Float32Array,
        limit: number,
      ) {
        const space = yield* findSpace(model, vector.length)
        if (space === undefined) return []
        const fresh = yield* oneLoads.withPermit(load(space, vector.length))
        const exact = fresh.nearest(vector, limit)
        if (hnsw === undefined || space.indexedUntil === 0) return exact
        const indexed = yield* hnsw.nearest({ ...space, dimensions: vector.length }, vector, limit)
        // An article that was embedded anew between the two questions counts as it is now.
        const found = new Map([...indexed, ...exact].map((one) => [one.id, one]))
        return [...found.values()].sort(byNearness<ArticleId>).slice(0, limit)
      }, Effect.orDie)

      const textHashes = Effect.fn("VectorIndex.textHashes")(function* (
        model: string,
        ids: ReadonlyArray<ArticleId>,
      ) {
        const rows = readHashes(
          yield* sql`select article_id, text_hash from article_vectors
            join vector_spaces on vector_spaces.id = space_id
            where article_id = any(${ints(ids)}) and model = ${model}`,
        )
        return new Map(rows.map((row) => [row.articleId, row.textHash]))
      }, Effect.orDie)

      const vectorOf = Effect.fn("VectorIndex.vectorOf")(function* (model: string, id: ArticleId) {
        const [row] = readVectors(
          yield* sql`select article_id, array_send(embedding) as embedding from article_vectors
            join vector_spaces on vector_spaces.id = space_id
            where article_id = ${id} and model = ${model}`,
        )
        return Option.map(Option.fromUndefinedOr(row?.embedding), vectorOfBytes)
      }, Effect.orDie)

      const isPglite = sql.driver === "pglite"
      const { indexFrom = isPglite ? 10_000 : 2_000, indexUpTo = isPglite ? 50_000 : Infinity } = options
      const long = forLongWork(sql)
      const settle =
        extension === undefined
          ? Effect.void
          : waitingForLocks(
              "indexing vectors",
              settleSpaces(long, makeHnsw(long, extension), { indexFrom, indexUpTo }),
            ).pipe(Effect.orDie)

      return VectorIndex.of({ store, settle, textHashes, vectorOf, nearest })
    }),
  )

/**
 * Makes the index of each space anew where many vectors came after it: more than `indexFrom`, and more than half of
 * those that it holds, and not more than `indexUpTo` in all. Making an index costs a fifth of adding to it one by one (on PGlite, 5,000 of 512 dimensions).
 */
const settleSpaces = (
  sql: SqlClient.SqlClient,
  hnsw: Hnsw,
  { indexFrom, indexUpTo }: Required<VectorOptions>,
) =>
  sql.withTransaction(
    Effect.gen(function* () {
      // One server at a time.
      yield* sql`select id from vector_spaces for update`
      const [until = 0] = readNumbers(
        yield* sql`select version::int from data_versions where domain = ${domain}`,
      )
      const spaces = readSpaceCounts(
        yield* sql`select vector_spaces.id, dimensions, indexed_until::int,
            (count(*) filter (where revision <= indexed_until))::int as covered,
            (count(*) filter (where revision > indexed_until))::int as fresh
          from vector_spaces join article_vectors on space_id = vector_spaces.id group by vector_spaces.id`,
      )
      for (const { covered, dimensions, fresh, id, indexedUntil } of spaces) {
        if (hnsw.kindOf(dimensions) === undefined || fresh <= indexFrom || 2 * fresh <= covered) continue
        if (covered + fresh > indexUpTo) continue
        yield* Effect.logInfo(`indexing ${covered + fresh} vectors of ${dimensions} dimensions`)
        // All writers up to this version have committed, since each holds the version until it has.
        yield* hnsw.make({ id, dimensions, indexedUntil: until }, indexedUntil)
        yield* sql`update vector_spaces set indexed_until = ${until} where id = ${id}`
      }
    }),
  )

/** With an index where it pays: fewer vectors are searched faster one by one. */
export const layer = layerWith({})
