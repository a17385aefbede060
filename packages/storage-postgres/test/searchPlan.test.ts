import { SqlStorage } from "@daybook/storage-postgres"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { onPostgres } from "./freshStores.ts"

const reading = SqlStorage.Reading.layer().pipe(
  Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
  Layer.provideMerge(onPostgres()),
)

describe("a search for a word that every article has", () => {
  it.effect("asks the index, however well the database knows the words", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into article_words (article_id, words, head)
        select id, to_tsvector('simple', 'common number' || id), '' from generate_series(1, 5000) as id`
      yield* sql`analyze article_words`.unprepared
      const plan = yield* sql`explain select article_id from article_words
        where words @@ to_tsquery('simple', 'common')`
      assert.match(JSON.stringify(plan), /Bitmap Index Scan on article_words_index/)
    }).pipe(Effect.provide(Layer.orDie(reading))),
  )
})
