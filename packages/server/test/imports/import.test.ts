import { type DateRange, everything } from "@daybook/kernel"
import { ListeningStore } from "@daybook/listening"
import { SqlStorage } from "@daybook/storage-postgres"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, assert, describe, expect } from "vitest"
import { type Environment, it } from "../daybook.ts"
import { opened } from "../openedStores.ts"

const folder = mkdtempSync(join(tmpdir(), "daybook-import-"))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const write = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** All plays of a store and its counts, by names: ids depend on the order of arrival. */
const contents = (env: Environment): Promise<unknown> => {
  const all = { page: 1, limit: 100_000 }
  const read = Effect.gen(function* () {
    const store = yield* ListeningStore
    const { items, total } = yield* store.lists.plays({ range: everything }, all)
    const albumsOf = Effect.fnUntraced(function* (range: DateRange) {
      const { items: albums } = yield* store.lists.played(
        "album",
        { range, sort: "plays", order: "desc" },
        all,
      )
      return albums
        .map(({ artist, lastPlayedAt, name, plays }) => [artist, name, plays, lastPlayedAt].join("\t"))
        .toSorted()
    })
    const years = items.map(({ playedAt }) => new Date(playedAt).getUTCFullYear())
    return {
      total,
      plays: items
        .map(({ album, artist, playedAt, track }) => [playedAt, artist, track, album].join("\t"))
        .toSorted(),
      days: yield* store.journal.countsByDay(everything),
      albums: yield* albumsOf(everything),
      ofYears: yield* Effect.forEach([...new Set(years)].toSorted(), (year) =>
        albumsOf({ from: Date.UTC(year, 0), until: Date.UTC(year + 1, 0) }),
      ),
    }
  })
  return Effect.runPromise(
    Effect.provide(
      read,
      opened(env, { sqlite: SqliteStorage.Listening.layer(), postgres: SqlStorage.Listening.layer() }),
    ),
  )
}

const listen = (second: number, track: string) =>
  JSON.stringify({
    listened_at: second,
    track_metadata: { track_name: track, artist_name: "Artist", release_name: "Album" },
  })

const spotify = (ts: string, ms_played: number) => ({
  ts,
  ms_played,
  master_metadata_track_name: "C",
  master_metadata_album_artist_name: "Artist",
  master_metadata_album_album_name: "Album",
  skipped: false,
})

/**
 * Each holds three plays of one album, under a name that says nothing; one has a bad row, one a row that is not a play. No two
 * files report one track within a minute, which would be one play.
 */
const files: Readonly<Record<string, string>> = {
  "Last.fm JSON": JSON.stringify({
    recenttracks: {
      track: [1, 2, 3].map((second) => ({
        artist: { "#text": "Artist" },
        album: { "#text": "Album" },
        name: "A",
        date: { uts: String(second) },
      })),
      "@attr": { totalPages: "1" },
    },
  }),
  "Last.fm CSV":
    "artist,album,track,uts\nArtist,Album,B,1100000000\nArtist,Album\nArtist,Album,B,1100000100\nArtist,Album,B,1100000200\n",
  ListenBrainz: [listen(1_004, "B"), listen(1_005, "B"), listen(1_006, "B")].join("\n"),
  Maloja: JSON.stringify({
    maloja: {},
    scrobbles: [2_007, 2_008, 2_009].map((time) => ({
      time,
      track: { artists: ["Artist"], title: "B", album: { albumtitle: "Album" } },
    })),
  }),
  Spotify: JSON.stringify([
    spotify("2024-01-01T00:00:00Z", 60_000),
    spotify("2024-01-01T01:00:00Z", 60_000),
    spotify("2024-01-01T02:00:00Z", 1_000),
    spotify("2024-01-01T03:00:00Z", 60_000),
  ]),
}

/** A zip of files that are not compressed: their headers (PKWARE's APPNOTE, 4.3.7), without the list at the end. */
const zipOf = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  Buffer.concat(
    Object.entries(files).flatMap(([name, content]) => {
      const bytes = Buffer.from(content)
      const header = Buffer.alloc(30)
      header.writeUInt32LE(0x04034b50, 0)
      header.writeUInt32LE(bytes.length, 18)
      header.writeUInt32LE(bytes.length, 22)
      header.writeUInt16LE(Buffer.byteLength(name), 26)
      return [header, Buffer.from(name), bytes]
    }),
  )

const records =
  "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added\n" +
  "X1,Someone,Something,Label,LP,,1999,249504,Uncategorized,2020-01-02 03:04:05\n"

describe("an import", () => {
  it("imports every format, whatever the files are called, each record once", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const paths = Object.entries(files).map(([, text], at) => write(`export-${at}`, text))
    const first = await daybook.run(["import", ...paths], env)
    assert.strictEqual(first.code, 0, first.stderr)
    for (const [at, format] of ["Last.fm", "Last.fm", "ListenBrainz", "Maloja", "Spotify"].entries())
      assert.include(first.stdout, `${paths[at]}: listening, ${format}: 3 stored`)
    assert.include(first.stdout, "1 not counted as plays (played for less than 30 seconds)")
    assert.include(first.stdout, "1 could not be read: line 3: 2 fields instead of 4")
    const stored = await contents(env)
    expect(stored).toMatchObject({ total: 15, albums: [expect.stringMatching(/^Artist\tAlbum\t15\t/)] })

    const again = await daybook.run(["import", "listening", ...paths], env)
    assert.strictEqual(again.code, 0, again.stderr)
    assert.strictEqual(again.stdout.match(/3 known already; imported before/g)?.length, paths.length)
    const renamed = write("another-name", `${files["ListenBrainz"]}`)
    assert.include((await daybook.run(["import", "listening", renamed], env)).stdout, "imported before")
    const longer = write("longer", `${files["ListenBrainz"]}\n`)
    assert.include(
      (await daybook.run(["import", "listening", longer], env)).stdout,
      `${longer}: listening, ListenBrainz: 3 known already`,
    )
    assert.deepStrictEqual(await contents(env), stored)

    const whole = join(folder, "whole.zip")
    writeFileSync(
      whole,
      zipOf({
        "plays/history.json": `${files["Spotify"]}`,
        "inner.zip": zipOf({ "more.jsonl.gz": gzipSync(listen(7, "C")) }),
        "records.csv": records,
        "profile.json": '{"username": "someone", "country": "XX"}',
      }),
    )
    const { code, stderr, stdout } = await daybook.run(["import", whole], env)
    assert.strictEqual(code, 0, stderr)
    assert.include(stdout, `${whole}: plays/history.json: listening, Spotify: 3 known already`)
    assert.include(stdout, `${whole}: inner.zip/more.jsonl.gz: listening, ListenBrainz: 1 stored`)
    assert.include(stdout, `${whole}: records.csv: collecting, Discogs: 1 stored`)
    assert.match(stdout, /whole\.zip: 2 stored; 3 known already; 6 rows in/)
    assert.include(
      stderr,
      `${whole}: profile.json: not understood: JSON of no known form, with the fields username, country`,
    )
  })

  it("continues past files that cannot be read, and then fails", async ({ daybook }) => {
    const env = daybook.stores.postgres()
    const unknown = write("letter.txt", "Dear Sir or Madam,\n")
    const missing = join(folder, "missing")
    const strange = await daybook.run(["import", unknown], env)
    assert.strictEqual(strange.code, 1)
    assert.include(
      strange.stderr,
      "letter.txt: not understood: a table with unknown columns: Dear Sir or Madam,",
    )
    const broken = write("broken", `${listen(1, "A").replace("Artist", "")}\n`)
    const good = write("good", listen(2, "A"))
    const { code, stderr, stdout } = await daybook.run(
      ["import", "listening", unknown, missing, broken, good],
      env,
    )
    assert.strictEqual(code, 1)
    assert.match(stderr, /letter\.txt: .*known are Last\.fm .*ListenBrainz .*Maloja .*Spotify/)
    assert.include(stderr, `${missing}: there is no such file`)
    assert.include(
      stderr,
      `${broken}: listening, ListenBrainz: not understood: 1 could not be read: line 1: no artist`,
    )
    assert.include(stderr, "3 of 4 files could not be imported")
    assert.include(stdout, `${good}: listening, ListenBrainz: 1 stored`)
    expect(await contents(env)).toMatchObject({ total: 1 })
  })

  it("takes a table of another program only if its format is named", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const table = write("table.csv", "Pier,North,Ann,1100000000\nDunes,South,Bo,1100000300\n")
    for (const words of [[table], ["listening", table], ["--format", "Spotify", table]]) {
      const { code, stderr } = await daybook.run(["import", ...words], env)
      assert.strictEqual(code, 1)
      assert.include(stderr, "not understood: ")
      assert.include(stderr, "a table with unknown columns: Pier,North,Ann,1100000000")
    }
    assert.include(
      (await daybook.run(["import", table], env)).stderr,
      'If it is an export in the format Last.fm, import it again and name that format: --format "Last.fm", or ?format=Last.fm over HTTP',
    )
    const named = await daybook.run(["import", "listening", "--format", "last.fm", table], env)
    assert.strictEqual(named.code, 0, named.stderr)
    assert.include(named.stdout, `${table}: listening, Last.fm: 2 stored`)
    const unknown = await daybook.run(["import", "--format", "Walkman", table], env)
    assert.strictEqual(unknown.code, 1)
    assert.match(
      unknown.stderr,
      /no format called "Walkman"\. There are, for listening: .*Maloja.*; reading: /,
    )
    const elsewhere = await daybook.run(["import", "running", "--format", "Last.fm", table], env)
    assert.match(elsewhere.stderr, /no format called "Last\.fm"\. There are, for running: .*GPX/)
  })

  it("of no file or an unknown domain explains the command", async ({ daybook }) => {
    assert.strictEqual((await daybook.run(["import", "listening"], daybook.stores.memory())).code, 1)
    assert.strictEqual((await daybook.run(["import", "sleeping", "x"], daybook.stores.memory())).code, 1)
  })
})
