import { hostileTexts } from "@daybook/kernel/contract"
import { storableText } from "@daybook/kernel"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe } from "vitest"
import type { Client } from "../client.ts"
import { storeNames, it, planted } from "../daybook.ts"
import { playedAgo } from "../standIns/lastfmStandIn.ts"

const folder = mkdtempSync(join(tmpdir(), "daybook-hostile-"))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** One of each kind: the contracts of the stores try all. */
const texts = hostileTexts.filter((text) =>
  /^(?:cut 500|half at|high|\0|NUL|joined|.?turned|combining|long y|no char|quotes|__proto__)/u.test(text),
)

/** Parts of a URL that are not text which a store could keep. */
const badParts = ["%00", "a%00b", "%ed%a0%bd", "%ff", "%"]

const parts = [...texts.map((text) => encodeURIComponent(storableText(text, 2_000))), ...badParts]

interface Parameter {
  readonly in: string
  readonly name: string
}

/** Every read of the document with the part in one of its parameters, and what fits in the others. */
const readsWith = (
  document: object,
  part: string,
  fit: Readonly<Record<string, string>> = {},
): ReadonlyArray<string> => {
  const { paths } = document as {
    readonly paths: Record<string, { get?: { parameters?: Array<Parameter> } }>
  }
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const of = (name?: string) =>
      path.replaceAll(/\{(\w+)\}/g, (_, named: string) => (named === name ? part : (fit[named] ?? "1")))
    return (get?.parameters ?? []).flatMap((parameter) =>
      parameter.in === "path"
        ? [of(parameter.name)]
        : parameter.in === "query"
          ? [`${of()}?${parameter.name}=${part}`]
          : [],
    )
  })
}

const queries = [
  "/v1/reading/search?q=",
  "/v1/reading/search?limit=",
  "/v1/reading/articles/1/related?limit=",
  "/v1/reading/archive?from=",
  "/v1/listening/top/albums?date=",
  "/v1/listening/top/albums?to=",
  "/v1/listening/top/albums?period=",
  "/v1/listening/top/albums?include_sparklines=",
  "/v1/watching/watched-shows?from=",
  "/v1/watching/reviews?page=",
  "/v1/places/recent?date=",
  "/v1/admin/sync?page=",
  "/v1/admin/keys?limit=",
  "/v1/admin/attending/sources?page=",
]

const paths: ReadonlyArray<(part: string) => readonly [method: string, path: string]> = [
  (part) => ["GET", `/v1/running/stats/years/${part}`],
  (part) => ["GET", `/v1/reading/articles/${part}/related`],
  (part) => ["GET", `/v1/images/${part}/small`],
  (part) => ["GET", `/v1/images/${"0".repeat(64)}/${part}`],
  (part) => ["GET", `/v1/${part}`],
  (part) => ["DELETE", `/v1/admin/keys/${part}`],
  (part) => ["DELETE", `/v1/listening/admin/filters/${part}`],
  (part) => ["POST", `/v1/admin/attending/sources/${part}/promote`],
  (part) => ["POST", `/v1/admin/sync/${part}`],
]

/** Bodies with the text wherever one is taken. */
const bodies = (text: string): ReadonlyArray<readonly [path: string, body: object]> => [
  ["/v1/admin/keys", { name: text, scope: "read" }],
  ["/v1/admin/keys", { name: "key", scope: "read", expires_at: text }],
  ["/v1/listening/admin/filters", { kind: "album", match: "exact", value: text, reason: text }],
  ["/v1/listening/admin/filters", { kind: "album", match: "pattern", value: text }],
  ["/v1/admin/collecting/vinyl", { title: text, artist: text }],
  ["/v1/admin/attending/sources", { source_type: "manual", source_ref: text, raw_data: { [text]: text } }],
  [
    "/v1/admin/attending/sources",
    {
      source_type: "manual",
      source_ref: `row of ${text.length} ${storableText(text, 20)}`,
      raw_data: { title: text, event_date: "2024-05-06", location: text, performers: [text], [text]: [text] },
    },
  ],
  [
    "/v1/admin/attending/sources",
    {
      source_type: "mail",
      source_ref: `mail of ${text.length} ${storableText(text, 20)}`,
      raw_data: {
        subject: text,
        reservations: [
          {
            "@type": "EventReservation",
            reservationNumber: text,
            reservationFor: {
              "@type": "MusicEvent",
              name: text,
              startDate: "2024-05-06T19:30:00-07:00",
              location: { name: text },
            },
          },
        ],
      },
    },
  ],
  [
    "/v1/admin/attending/sources/1/promote",
    { title: text, location: text, performers: [text], event_date: "2024-05-06" },
  ],
  ["/v1/admin/attending/sources/1/promote", { event_datetime: text, event_date: text }],
  [
    "/v1/admin/sync/attending/manual-import",
    { events: [{ event_date: text, event_type: "mlb_game", team_id: text, notes: text }] },
  ],
  ["/v1/admin/sync/attending/manual-import", { events: [{ [text]: text }] }],
  ["/v1/admin/attending/enrich-sports-ids", { event_ids: [text] }],
  ["/v1/admin/reembed-reading", { [text]: text }],
]

/** A media server's delivery with the text. */
const played = (text: string) =>
  JSON.stringify({
    event: "media.scrobble",
    Account: { title: text },
    Metadata: { type: "movie", title: text, guid: text, Guid: [{ id: text }], year: 2001 },
  })

/** Sends a request and checks the rule: never a 5xx, except for a service that is not configured. */
const answered = async (client: Client, method: string, path: string, body?: object) => {
  const { body: answer, status } = await client.ask(method, path, body)
  const asked = `${method} ${path.slice(0, 120)} ${JSON.stringify(body ?? "").slice(0, 120)}`
  if (status >= 500) assert.match(JSON.stringify(answer), /configured/, asked)
  return status
}

const profile = (text: string) => [
  { distinct_id: text, $once: { plan: text } },
  { distinct_id: `good ${text.length}`, $once: { [text]: text, list: [text, 1] } },
]

describe.each(storeNames)("hostile texts over HTTP, on %s", (store) => {
  it("are stored or refused with what to send, in every input of the activity API", async ({ daybook }) => {
    const server = await daybook.start({
      ...daybook.stores[store](),
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
    })
    const { admin } = server
    const document = (await admin.get("/v1/openapi.json")).body as object
    // The gate treats the other bad parts the same for every route.
    const reads = ["%00", "%ed%a0%bd"].flatMap((part) => readsWith(document, part))
    assert.isAbove(reads.length, 250)
    for (const path of reads) await answered(admin, "GET", path)
    for (const part of parts) {
      for (const query of queries) await answered(admin, "GET", query + part)
      for (const path of paths) await answered(admin, ...path(part))
    }
    for (const text of texts) {
      for (const [path, body] of bodies(text)) await answered(admin, "POST", path, body)
      const form = new FormData()
      form.set("payload", played(text))
      const webhook = `${server.url}/v1/webhooks/media-server?secret=${planted.webhookSecret}`
      assert.isBelow((await fetch(webhook, { method: "POST", body: form })).status, 500)
    }
    const asked = async (body: object) =>
      (await admin.ask("POST", "/v1/admin/keys", body)) as { status: number; body: object }
    for (const name of ["a\0b", "half \ud800"]) {
      const refused = await asked({ name, scope: "read" })
      assert.strictEqual(refused.status, 400)
      assert.match(JSON.stringify(refused.body), /name: must not contain NUL or an unpaired surrogate/)
      const filter = await admin.ask("POST", "/v1/listening/admin/filters", {
        kind: "album",
        match: "exact",
        value: name,
      })
      assert.strictEqual(filter.status, 400)
      assert.match(JSON.stringify(filter.body), /value: must not contain NUL/)
    }
    assert.strictEqual((await admin.get("/v1/watching/reviews")).status, 200)
    assert.strictEqual((await admin.get("/v1/attending/stats")).status, 200)
    assert.strictEqual((await admin.get("/v1/admin/attending/sources?limit=100")).status, 200)
    assert.notMatch(server.stdout + server.stderr, /"level":"(?:ERROR|Error|FATAL)"/)
  })

  it("are accepted or refused, in every input of the profile API", async ({ daybook }) => {
    const server = await daybook.start({
      ...daybook.stores[store](),
      NOTIFY_WORKSPACE: "home",
      NOTIFY_KEY: planted.notifyKey,
    })
    const client = await server.notify(planted.notifyKey)
    const document = (await client.get("/v1/openapi.json")).body as object
    for (const part of parts) {
      const reads = readsWith(document, part, { wsid: "home", version: "live" })
      assert.isAbove(reads.length, 50)
      for (const path of reads) await answered(client, "GET", path)
      for (const path of [
        `profiles/${part}`,
        `properties/${part}`,
        `cohorts/${part}`,
        `cohorts/1/snapshots/${part}`,
      ])
        await answered(client, "DELETE", `/v1/home/live/${path}`)
      await answered(client, "PATCH", `/v1/home/live/properties/${part}`, { type: "list" })
      await answered(client, "POST", `/v1/home/live/properties/${part}/type`, { type: "list" })
      await answered(client, "POST", `/v1/home/live/cohorts/${part}/snapshots`)
    }
    for (const text of texts) {
      for (const body of profile(text)) {
        await answered(client, "POST", "/v1/home/live/profiles/properties/set-once", body)
      }
    }
    const headers = { authorization: `Bearer ${planted.notifyKey}` }
    for (const key of ["\u00ff\u0085".repeat(10), "x".repeat(10_000)]) {
      const request = fetch(`${client.url}/v1/home/live/profiles/properties/set-once`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": key },
        body: JSON.stringify({ distinct_id: "ann", $once: { plan: "pro" } }),
      })
      assert.isBelow((await request).status, 500)
    }
    const good = { distinct_id: "ann", $once: { plan: "pro" } }
    assert.strictEqual(
      (await client.ask("POST", "/v1/home/live/profiles/properties/set-once", good)).status,
      202,
    )
  })

  it("stop no sync and no import, and cost no other play of their page", async ({
    daybook,
    lastfm,
    source,
  }) => {
    const env = { ...daybook.stores[store](), ...source }
    lastfm.plays = hostileTexts.flatMap((text, at) => [
      { ...playedAgo(90_000 + at, text), artist: text, album: `on ${text}` },
      { ...playedAgo(100_000 + at, `good ${at}`), artist: "Good", album: "Good" },
    ])
    const server = await daybook.start(env)
    for (const brought of [hostileTexts.length * 2, 0]) {
      const { body, status } = await server.admin.ask("POST", "/v1/admin/sync/listening")
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.deepInclude(body, { items_synced: brought })
    }
    const top = await server.reader.get("/v1/listening/top/albums?period=overall&limit=1")
    assert.match(JSON.stringify(top.body), new RegExp(`"playcount":${hostileTexts.length}\\b`))
    assert.strictEqual(await server.stop(), 0)
    const rows = hostileTexts.map((text, at) => ({
      ts: `2020-05-06T07:${String(at % 60).padStart(2, "0")}:00Z`,
      ms_played: 200_000,
      master_metadata_track_name: text,
      master_metadata_album_artist_name: text,
      master_metadata_album_album_name: text,
      skipped: false,
    }))
    // The same plays again are in another file: the same file is not read twice.
    for (const [name, some, expected] of [
      ["first", rows, " stored"],
      ["again", rows.toReversed(), `: ${rows.length} known already`],
    ] as const) {
      const file = join(folder, `${store} ${name}.json`)
      writeFileSync(file, JSON.stringify(some))
      const { code, stderr, stdout } = await daybook.run(["import", "listening", file], env)
      assert.strictEqual(code, 0, stderr + stdout)
      assert.include(stdout + stderr, expected)
    }
  })
})

describe.each(storeNames)("the years 1 to 9999, on %s", (store) => {
  it("are fit in every range, and others are refused", async ({ daybook, lastfm, source }) => {
    const server = await daybook.start({ ...daybook.stores[store](), ...source })
    lastfm.plays = [playedAgo(90_000)]
    assert.strictEqual((await server.admin.sync())?.status, 200)
    const { reader } = server
    const lists = [
      "/v1/listening/top/albums",
      "/v1/places/recent",
      "/v1/reading/archive",
      "/v1/watching/watched-shows",
    ]
    for (const path of lists) {
      for (const query of [
        "to=9999-12-31",
        "from=9999-12-31",
        "date=9999-12-31",
        "from=0001-01-01&to=9999-12-31",
        "date=0001-01-01",
        "from=0099-12-31&to=0100-01-01",
        "from=9999-12-31T23:59:59.999Z",
        "to=9999-12-31T23:59:59-12:00",
      ]) {
        for (const more of ["", "&include_sparklines=true", "&period=overall&include_sparklines=true"]) {
          if (more !== "" && path !== "/v1/listening/top/albums") continue
          const { body, status } = await reader.get(`${path}?${query}${more}`)
          assert.strictEqual(status, 200, `${path}?${query}${more}: ${JSON.stringify(body)}`)
        }
      }
      for (const query of [
        "to=0000-12-31",
        "from=10000-01-01",
        "date=0000-01-01",
        "to=10000-01-01T00:00:00Z",
      ]) {
        const { body, status } = await reader.get(`${path}?${query}`)
        assert.strictEqual(status, 400, `${path}?${query}`)
        assert.match(JSON.stringify(body), /of the years 0001 to 9999/)
      }
    }
    const year = async (text: string) => (await reader.get(`/v1/running/stats/years/${text}`)).status
    assert.deepStrictEqual(await Promise.all(["0001", "0099", "9999"].map(year)), [404, 404, 404])
    assert.deepStrictEqual(await Promise.all(["0000", "10000", "-001", "99"].map(year)), [400, 400, 400, 400])
    const expiring = (expires_at: string) =>
      server.admin.ask("POST", "/v1/admin/keys", { name: "k", scope: "read", expires_at })
    assert.strictEqual((await expiring("9999-12-31")).status, 201)
    for (const text of ["10000-01-01", "9999-12-31T23:59:59-12:00", "0000-01-01"]) {
      assert.strictEqual((await expiring(text)).status, 400, text)
    }
    assert.strictEqual((await server.admin.get("/v1/admin/keys")).status, 200)
  })
})
