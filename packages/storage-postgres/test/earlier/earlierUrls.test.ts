import { everything } from "@daybook/kernel"
import { ArticleStore } from "@daybook/reading"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateAttending } from "../../src/attending/migrations.ts"
import { migrateCollecting } from "../../src/collecting/migrations.ts"
import { migrateListening } from "../../src/listening/migrations.ts"
import { migrateReading } from "../../src/reading/migrations.ts"
import { LastMigrations } from "../../src/sql/migrator.ts"
import { migrateWatching } from "../../src/watching/migrations.ts"
import { makeOnPostgres, storageOn } from "../freshStores.ts"

const bad = "javascript:alert(1)"
const good = "https://a.example/1"

const client = makeOnPostgres()

describe("a store of a version that kept URLs of any scheme", () => {
  it.effect("has URLs of http and https alone from the next start on", () => {
    const schema = freshSchema()
    const earlier = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.provideService(migrateReading, LastMigrations, { reading: 10 })
      yield* sql`insert into articles (source, source_id, title, author, url, reader_url, reader_app_url, site_name,
          description, word_count, status, progress, starred, rating, tags, image_url, finished_at)
        values
          ('reader', '1', 'Bad', '', ${bad}, ${bad}, ${bad}, '', '', 1, 'finished', 1, false, 0, '{}', ${bad}, '2024-05-06T07:00:00Z'),
          ('reader', '2', 'Good', '', ${good}, ${good}, 'reader://2', '', '', 1, 'finished', 1, false, 0, '{}', ${good},
            '2024-05-06T07:00:00Z')`
      yield* sql`insert into told_items (domain, type, item_id, item)
        values ('reading', 'article', '7', ${JSON.stringify({ url: bad, imageUrl: good })}::text::jsonb)`
    }).pipe(Effect.provide(client(schema)))
    const later = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { archive, journal } = yield* ArticleStore
      const { items } = yield* archive(everything, { page: 1, limit: 10 })
      assert.deepStrictEqual(
        items.map(({ imageUrl, readerAppUrl, readerUrl, title, url }) => [
          title,
          url,
          readerUrl,
          readerAppUrl,
          imageUrl,
        ]),
        [
          ["Good", good, good, "reader://2", good],
          ["Bad", "", "", "", ""],
        ],
      )
      assert.deepStrictEqual(
        (yield* journal.entries(everything, 10)).map(({ url }) => url),
        [good, ""],
      )
      assert.deepStrictEqual(yield* sql`select item from told_items where item_id = '7'`, [
        { item: { url: "", imageUrl: good } },
      ])
    }).pipe(
      Effect.provide(storageOn(SqlStorage.Reading.layer(), client(schema))),
      Effect.provide(client(schema)),
    )
    return Effect.andThen(earlier, later)
  })

  it.effect("empties those of albums, films, records and setlists", () => {
    const schema = freshSchema()
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const last = { listening: 17, watching: 8, collecting: 5, attending: 10 }
      const all = [migrateListening, migrateWatching, migrateCollecting, migrateAttending]
      for (const migrate of all) yield* Effect.provideService(migrate, LastMigrations, last)
      yield* sql`insert into artists (name, catalog_url) values ('Low', ${bad})`
      yield* sql`insert into albums (artist_id, name, image_url, told_image_url, catalog_url, preview_url)
        select id, name, ${bad}, ${bad}, ${bad}, ${bad} from artists`
      yield* sql`insert into albums (artist_id, name, image_url) select id, 'Good', ${good} from artists`
      yield* sql`insert into titles (kind, name, year, named_by, image_url, total_episodes, running, described)
        values ('film', 'Salt Roads', 1999, 0, ${bad}, 0, false, false)`
      for (const migrate of all) yield* migrate
      assert.deepStrictEqual(
        yield* sql`select name, image_url, told_image_url, catalog_url, preview_url from albums order by name`,
        [
          { name: "Good", image_url: good, told_image_url: null, catalog_url: "", preview_url: "" },
          { name: "Low", image_url: "", told_image_url: "", catalog_url: "", preview_url: "" },
        ],
      )
      assert.deepStrictEqual(yield* sql`select image_url from titles`, [{ image_url: "" }])
    }).pipe(Effect.provide(client(schema)))
  })
})
