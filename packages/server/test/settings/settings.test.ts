import { Setting } from "@daybook/kernel"
import { Foursquare } from "@daybook/sources"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { everyDomain } from "../../src/domains/index.ts"
import { environment, readSettings, serviceGroups, settingGroups } from "../../src/settings.ts"
import { readGroup, readServices } from "../../src/settings/read.ts"

/** Every variable and its default. People have these in their files: a change here breaks theirs. */
const documented = {
  HOST: "127.0.0.1",
  PORT: "8787",
  NOTIFY_PORT: "8788",
  LISTENERS: "1",
  PUBLIC_URL: "unset",
  TILES_URL: "unset",
  TILES_CREDIT: "© OpenStreetMap contributors",
  DATABASE_URL: "unset",
  DATABASE_SCHEMA: "daybook",
  DATABASE_TIMEOUT: "30",
  ALLOW_NEWER_SCHEMA: "off",
  DATA_DIR: "./.daybook",
  BACKUP_TO: "unset",
  ADMIN_KEY: "unset",
  READ_KEY: "unset",
  NOTIFY_WORKSPACE: "unset",
  NOTIFY_KEY: "unset",
  SEALING_KEY: "made once in DATA_DIR",
  RATE_LIMIT: "60",
  MAX_CONNECTIONS: "2000",
  CLIENT_TIMEOUT_SECONDS: "15",
  TRUSTED_PROXIES: "none",
  ALLOWED_ORIGINS: "none",
  MCP_WRITES: "off",
  WEBHOOKS_TO: "none",
  TIME_ZONE: "UTC",
  DAY_BEGINS_AT: "00:00",
  SYNC_SCHEDULE: "on",
  REQUEST_RETENTION_DAYS: "7",
  ERASURE_LOG_DAYS: "365",
  WEEK_BEGINS_ON: "monday",
  PAGE_UNITS: "auto",
  PAGE_LANGUAGE: "auto",
  PAGE_THEME: "system",
  OTLP_URL: "unset",
  METRICS: "off",
  MEDIA_SERVER_WEBHOOK_SECRET: "unset",
  MEDIA_SERVER_USER: "unset",
  LASTFM_URL: "https://ws.audioscrobbler.com/2.0/",
  LASTFM_API_KEY: "unset",
  LASTFM_USER: "unset",
  LISTENBRAINZ_URL: "https://api.listenbrainz.org",
  LISTENBRAINZ_TOKEN: "unset",
  LISTENBRAINZ_USER: "unset",
  SPOTIFY_URL: "https://api.spotify.com",
  SPOTIFY_ACCOUNTS_URL: "https://accounts.spotify.com",
  SPOTIFY_AUTHORIZE_URL: "https://accounts.spotify.com/authorize",
  SPOTIFY_CLIENT_ID: "unset",
  SPOTIFY_CLIENT_SECRET: "unset",
  JELLYFIN_URL: "unset",
  JELLYFIN_KEY: "unset",
  JELLYFIN_USER: "unset",
  PLEX_URL: "unset",
  PLEX_TOKEN: "unset",
  PLEX_USER: "unset",
  ITUNES_URL: "https://itunes.apple.com",
  READWISE_URL: "https://readwise.io",
  READWISE_TOKEN: "unset",
  INSTAPAPER_URL: "https://www.instapaper.com",
  INSTAPAPER_CONSUMER_KEY: "unset",
  INSTAPAPER_CONSUMER_SECRET: "unset",
  INSTAPAPER_TOKEN: "unset",
  INSTAPAPER_TOKEN_SECRET: "unset",
  EMBEDDINGS_URL: "unset",
  EMBEDDINGS_KEY: "unset",
  EMBEDDINGS_MODEL: "the built-in encoder; text-embedding-3-small with EMBEDDINGS_URL",
  EMBEDDINGS_WEIGHTS_URL: "https://huggingface.co",
  TMDB_URL: "https://api.themoviedb.org/3",
  TMDB_TOKEN: "unset",
  LETTERBOXD_URL: "https://letterboxd.com",
  LETTERBOXD_USER: "unset",
  TRAKT_URL: "https://api.trakt.tv",
  TRAKT_CLIENT_ID: "unset",
  TRAKT_CLIENT_SECRET: "unset",
  TRAKT_AUTHORIZE_URL: "https://trakt.tv/oauth/authorize",
  TRAKT_TOKEN: "unset",
  WIKIDATA_URL: "https://query.wikidata.org/sparql",
  COMMONS_URL: "https://commons.wikimedia.org",
  STRAVA_URL: "https://www.strava.com",
  STRAVA_AUTHORIZE_URL: "https://www.strava.com/oauth/authorize",
  STRAVA_CLIENT_ID: "unset",
  STRAVA_CLIENT_SECRET: "unset",
  STRAVA_REFRESH_TOKEN: "unset",
  STRAVA_WEBHOOK_VERIFY_TOKEN: "unset",
  DISCOGS_URL: "https://api.discogs.com",
  DISCOGS_AUTHORIZE_URL: "https://www.discogs.com/oauth/authorize",
  DISCOGS_CONSUMER_KEY: "unset",
  DISCOGS_CONSUMER_SECRET: "unset",
  DISCOGS_TOKEN: "unset",
  DISCOGS_USER: "unset",
  FOURSQUARE_URL: "https://api.foursquare.com/v2",
  FOURSQUARE_TOKEN_URL: "https://foursquare.com/oauth2/access_token",
  FOURSQUARE_AUTHORIZE_URL: "https://foursquare.com/oauth2/authenticate",
  FOURSQUARE_CLIENT_ID: "unset",
  FOURSQUARE_CLIENT_SECRET: "unset",
  FOURSQUARE_TOKEN: "unset",
  ESPN_URL: "https://site.api.espn.com/apis/site/v2/sports",
  MLB_URL: "https://statsapi.mlb.com",
  GOOGLE_TOKEN_URL: "https://oauth2.googleapis.com/token",
  GOOGLE_API_URL: "https://www.googleapis.com",
  GOOGLE_AUTHORIZE_URL: "https://accounts.google.com/o/oauth2/v2/auth",
  GOOGLE_CLIENT_ID: "unset",
  GOOGLE_CLIENT_SECRET: "unset",
  GOOGLE_REFRESH_TOKEN: "unset",
  SETLISTFM_URL: "https://api.setlist.fm",
  SETLISTFM_KEY: "unset",
  SETLISTFM_USER: "unset",
}

/** A setting that a linked account replaces, next to the other settings of its service. */
const inPlaceOfLink = ["STRAVA_REFRESH_TOKEN", "GOOGLE_REFRESH_TOKEN"]

/** The settings of each service that is not called before they are set. */
const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lastfm: { LASTFM_API_KEY: "k", LASTFM_USER: "u" },
  listenbrainz: { LISTENBRAINZ_TOKEN: "t", LISTENBRAINZ_USER: "u" },
  spotify: { SPOTIFY_CLIENT_ID: "c", SPOTIFY_CLIENT_SECRET: "s" },
  jellyfin: { JELLYFIN_URL: "http://127.0.0.1:8096", JELLYFIN_KEY: "k", JELLYFIN_USER: "u" },
  plex: { PLEX_URL: "http://127.0.0.1:32400", PLEX_TOKEN: "t" },
  readwise: { READWISE_TOKEN: "t" },
  instapaper: {
    INSTAPAPER_CONSUMER_KEY: "k",
    INSTAPAPER_CONSUMER_SECRET: "s",
    INSTAPAPER_TOKEN: "t",
    INSTAPAPER_TOKEN_SECRET: "s",
  },
  tmdb: { TMDB_TOKEN: "t" },
  letterboxd: { LETTERBOXD_USER: "u" },
  trakt: { TRAKT_CLIENT_ID: "c", TRAKT_TOKEN: "t" },
  strava: { STRAVA_CLIENT_ID: "c", STRAVA_CLIENT_SECRET: "s", STRAVA_REFRESH_TOKEN: "t" },
  discogs: { DISCOGS_TOKEN: "t", DISCOGS_USER: "u" },
  foursquare: { FOURSQUARE_TOKEN: "t" },
  google: { GOOGLE_CLIENT_ID: "c", GOOGLE_CLIENT_SECRET: "s", GOOGLE_REFRESH_TOKEN: "t" },
  setlistfm: { SETLISTFM_KEY: "k", SETLISTFM_USER: "u" },
}

const groups = settingGroups(everyDomain)

const settingsIn = (env: Readonly<Record<string, string>>) =>
  Effect.provide(readSettings(everyDomain), environment(env))

const messageIn = (env: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(settingsIn(env)), ({ message }) => message)

/** The configured services. */
const configuredIn = (env: Readonly<Record<string, string>>) =>
  Effect.map(settingsIn(env), (settings) =>
    [...Object.keys(needed), "itunes", "wikidata", "espn", "mlb"].filter(
      (name) => settings.services[name] !== undefined,
    ),
  )

describe("the settings", () => {
  it("are the documented ones, with these defaults", () => {
    const settings = groups.flatMap(({ table }) => Object.values<Setting.Setting>(table))
    assert.deepStrictEqual(
      Object.fromEntries(settings.map((one) => [one.name, Setting.shownDefault(one)])),
      documented,
    )
    assert.lengthOf(settings, Object.keys(documented).length)
  })

  it("have defaults that can be read", () => {
    for (const { table } of groups) {
      for (const setting of Object.values<Setting.Setting>(table)) {
        if (setting.default !== undefined)
          assert.strictEqual(setting.kind.parse(setting.default)._tag, "Some", setting.name)
      }
    }
  })

  it.effect("give these values if nothing is set", () =>
    Effect.gen(function* () {
      const settings = yield* settingsIn({ TMDB_TOKEN: " ", PORT: "" })
      assert.deepInclude(settings, {
        host: "127.0.0.1",
        port: 8787,
        notifyPort: undefined,
        database: { kind: "file" },
        schema: "daybook",
        dataDir: "./.daybook",
        adminKey: undefined,
        sealingKey: undefined,
        trustedProxies: [],
        allowedOrigins: [],
        scheduledSyncs: true,
        requestRetentionDays: 7,
        otlp: undefined,
        metrics: false,
        webhookSecret: undefined,
        mediaServerUser: undefined,
      })
      assert.deepStrictEqual(settings.services["itunes"], { url: new URL("https://itunes.apple.com") })
      assert.deepStrictEqual(yield* configuredIn({}), ["itunes", "wikidata", "espn", "mlb"])
    }),
  )

  it.effect("configure a service once everything it needs is set", () =>
    Effect.gen(function* () {
      for (const [service, env] of Object.entries(needed)) {
        assert.include(yield* configuredIn(env), service)
        for (const name of Object.keys(env)) {
          const { [name]: _, ...others } = env
          if (!inPlaceOfLink.includes(name)) assert.notInclude(yield* configuredIn(others), service, name)
        }
      }
    }),
  )

  it.effect("configure a service whose account may be linked once its application is set", () =>
    Effect.gen(function* () {
      for (const [service, env] of Object.entries({
        strava: { STRAVA_CLIENT_ID: "c", STRAVA_CLIENT_SECRET: "s" },
        trakt: { TRAKT_CLIENT_ID: "c", TRAKT_CLIENT_SECRET: "s" },
        google: { GOOGLE_CLIENT_ID: "c", GOOGLE_CLIENT_SECRET: "s" },
        foursquare: { FOURSQUARE_CLIENT_ID: "c", FOURSQUARE_CLIENT_SECRET: "s" },
        discogs: { DISCOGS_CONSUMER_KEY: "c", DISCOGS_CONSUMER_SECRET: "s" },
      })) {
        assert.include(yield* configuredIn(env), service)
        for (const name of Object.keys(env))
          assert.notInclude(yield* configuredIn({ [name]: "x" }), service, name)
      }
    }),
  )

  it.effect("switch the music catalog and the posters off", () =>
    Effect.gen(function* () {
      const off = { ITUNES_URL: "off", WIKIDATA_URL: "off" }
      assert.deepStrictEqual(yield* configuredIn(off), ["espn", "mlb"])
    }),
  )

  it.effect("say what to do about a setting that no longer exists", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* settingsIn({})).former, [])
      const { former } = yield* settingsIn({ DURABILITY: "power" })
      assert.lengthOf(former, 1)
      assert.match(former[0] ?? "", /^DURABILITY is no longer a setting: .*Remove it$/)
    }),
  )

  it.effect("distinguish a configured port from the default", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* settingsIn({ NOTIFY_PORT: "8788" })).notifyPort, 8788)
    }),
  )

  for (const [env, message] of [
    [{ PORT: "65536" }, 'PORT is "65536"; it must be a port'],
    [{ RATE_LIMIT: "0" }, 'RATE_LIMIT is "0"; it must be a whole number from 1'],
    [
      { DATABASE_TIMEOUT: "3601" },
      'DATABASE_TIMEOUT is "3601"; it must be a whole number of seconds from 1 to 3600',
    ],
    [{ METRICS: "yes" }, 'METRICS is "yes"; it must be on or off'],
    [{ DATABASE_URL: "mysql://u:p@h/d" }, "DATABASE_URL must be postgres://…, memory: or unset"],
    [{ SEALING_KEY: "abc" }, "SEALING_KEY must be 64 hexadecimal characters"],
    [
      { TILES_URL: "https://tile.example.org/{z}/{x}.png?key=k" },
      "TILES_URL must be an http or https address with {z}, {x} and {y} in its path or query",
    ],
    [{ OTLP_URL: "http://h/?key=k" }, "OTLP_URL must be an http or https address without a query"],
    [{ ITUNES_URL: "none" }, "ITUNES_URL must be an http or https address, or off"],
    // Even of a service that is not configured.
    [{ STRAVA_URL: "ftp://h" }, "STRAVA_URL must be an http or https address"],
  ] as const) {
    it.effect(`say why where ${Object.keys(env).join()} cannot be used`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* messageIn(env), message)
      }),
    )
  }
})

describe("the settings of a service that no package knows", () => {
  const jukebox = Setting.group("Jukebox", {
    url: { name: "JUKEBOX_URL", kind: Setting.address, default: "http://jukebox.example", meaning: "" },
    token: { name: "JUKEBOX_TOKEN", kind: Setting.secret, needed: true, meaning: "its token" },
    volume: { name: "JUKEBOX_VOLUME", kind: Setting.wholeNumber(0, 11, "0 to 11"), meaning: "how loud" },
  })

  it.effect("are read next to others, with types that hold", () =>
    Effect.gen(function* () {
      const read = readServices({ jukebox, foursquare: Foursquare.settings })
      const { foursquare, jukebox: values } = yield* Effect.provide(
        read,
        environment({ JUKEBOX_TOKEN: "t", JUKEBOX_VOLUME: "11" }),
      )
      const typed:
        | { readonly url: URL; readonly token: Redacted.Redacted; readonly volume: number | undefined }
        | undefined = values
      assert.deepStrictEqual(typed, {
        url: new URL("http://jukebox.example"),
        token: Redacted.make("t"),
        volume: 11,
      })
      const place: { readonly url: URL; readonly token: Redacted.Redacted | undefined } | undefined =
        foursquare
      assert.isUndefined(place)
    }),
  )

  it.effect("are undefined while a required one is unset", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* Effect.provide(readGroup(jukebox), environment({ JUKEBOX_VOLUME: "1" })))
    }),
  )
})

describe("a service with only some of its settings", () => {
  const halfSetWith = (env: Readonly<Record<string, string>>) =>
    Effect.map(readSettings(everyDomain), ({ halfSet }) => halfSet).pipe(Effect.provide(environment(env)))
  const valueOf = (name: string) => (name.endsWith("_URL") ? "http://127.0.0.1:9" : "a-value")

  for (const group of Object.values(serviceGroups(everyDomain))) {
    const own = Object.values(group.table).filter((one) => one.default === undefined)
    const named = (needed: Setting.Setting["needed"]) =>
      own.flatMap((one) => (one.needed === needed ? [one.name] : []))
    /** The settings with which it can be called, or its account be linked. */
    const ways = [named("unless linked"), named("to link")].map((names) => [...named(true), ...names])

    it.effect(`is sent what is missing: ${group.title}`, () =>
      Effect.gen(function* () {
        for (const way of ways) {
          const env = Object.fromEntries(way.map((name) => [name, valueOf(name)]))
          assert.deepStrictEqual(yield* halfSetWith(env), [], way.join(" "))
          for (const left of way) {
            const { [left]: _, ...rest } = env
            // The rest may be nothing, or complete in the other way.
            if (
              Object.keys(rest).length === 0 ||
              ways.some((other) => other.join() === Object.keys(rest).join())
            )
              continue
            const [said = "", ...more] = yield* halfSetWith(rest)
            assert.deepStrictEqual(more, [])
            const [, missing = ""] =
              /^.* is not used as its settings say: .* set, and (.*) (?:is|are) missing$/.exec(said) ?? []
            assert.isTrue(
              own.some(({ name }) => missing.includes(name)),
              `${Object.keys(rest).join()}: ${said}`,
            )
            assert.isFalse(
              Object.keys(rest).some((name) => missing.split(/, | and /).includes(name)),
              said,
            )
            for (const name of Object.keys(rest)) assert.include(said, name)
            assert.notInclude(said, "a-value")
          }
        }
      }),
    )
  }
})
