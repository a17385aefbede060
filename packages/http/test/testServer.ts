import {
  CollectingStore,
  type FilmCollection,
  FilmCollections,
  type RecordCollection,
  RecordCollections,
} from "@daybook/collecting"
import {
  ClientDocuments,
  IdentityProvider,
  Keys,
  OAuth,
  oauthError,
  type Scope,
  Shares,
} from "@daybook/access"
import { ImagePrinter, Images, ImageStore } from "@daybook/images"
import {
  Digest,
  type DomainFormats,
  ImportFiles,
  ImportStore,
  type UploadStore,
  KnownFormats,
  RejectedRowStore,
  SyncRuns,
} from "@daybook/kernel"
import {
  type AttendingFeed,
  AttendingFeeds,
  AttendingStore,
  type GameSource,
  GameSources,
} from "@daybook/attending"
import {
  ListeningStore,
  MusicCatalog,
  MusicPages,
  NowPlaying,
  type ScrobbleSource,
  ScrobbleSources,
} from "@daybook/listening"
import {
  articleBatches,
  Embedder,
  LocalEmbedder,
  PlainText,
  type ReadingSource,
  ReadingSources,
  type SavedItem,
} from "@daybook/reading"
import { type RunSource, RunSources, RunStore } from "@daybook/running"
import { FilmDatabase, WatchingStore, WatchSources, type WatchSourceService } from "@daybook/watching"
import { Html, MediaServer, Strava } from "@daybook/sources"
import { type CheckInSource, CheckInSources, CheckInStore } from "@daybook/places"
import { SqliteStorage } from "@daybook/storage-sqlite"
import { memoryWith } from "@daybook/storage-sqlite/testing"
import { assert } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import type * as EffectScope from "effect/Scope"
import * as HttpServer from "effect/http/HttpServer"
import type { IpNetwork } from "effect/net/IpNetwork"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { createServer } from "node:http"
import { PublicUrl } from "../src/middleware/publicUrl.ts"
import type { SessionSeal } from "../src/middleware/access/session.ts"
import type { PageFiles, Tiles } from "../src/page/files.ts"
import { ActivityServer, everyDomain } from "../src/index.ts"
import { ask, type Question } from "./ask.ts"
import { checkActivity, checkListenBrainz } from "./documents/definition.ts"

export type Ports = Context.Context<SqliteStorage.Ports>

export interface ServerOptions {
  /** The served domains; every one if the test does not say. */
  readonly domains?: ReadonlyArray<(typeof everyDomain)[number]>
  readonly rateLimit?: number
  readonly allowedOrigins?: ReadonlyArray<string>
  readonly trustedProxies?: ReadonlyArray<IpNetwork>
  readonly sources?: ReadonlyArray<ScrobbleSource>
  readonly runSources?: ReadonlyArray<RunSource>
  /** The verify token of Strava's webhook. */
  readonly stravaToken?: string
  /** What the film database does other than to be missing. */
  readonly films?: Partial<FilmDatabase["Service"]>
  readonly watchSources?: ReadonlyArray<WatchSourceService>
  readonly checkIns?: ReadonlyArray<CheckInSource>
  readonly identity?: IdentityProvider["Service"]["test"]
  readonly timeZone?: string
  readonly metrics?: boolean
  /** True for assistants that show an admin key to write. */
  readonly assistantsWrite?: boolean
  /** The page, if the server has one. */
  readonly page?: PageFiles
  /** The tiles of its maps, if there are any. */
  readonly tiles?: Tiles
  /** Seals the sessions of browsers, if the server has them. */
  readonly sessions?: SessionSeal
  readonly publicUrl?: string
  /** The metadata documents of OAuth's clients, by their URLs. */
  readonly clientDocuments?: Readonly<Record<string, string>>
  /** The calendars and mailboxes of attending. */
  readonly feeds?: ReadonlyArray<AttendingFeed>
  /** The sources of games, the first for its leagues; athletes are requested from the last one. None by default. */
  readonly games?: ReadonlyArray<GameSource>
  /** The services that keep collections of records and of films; none if the test does not say. */
  readonly recordCollections?: ReadonlyArray<RecordCollection>
  readonly filmCollections?: ReadonlyArray<FilmCollection>
  /** The responses of the music catalog, which has nothing by default. */
  readonly catalog?: Partial<MusicCatalog["Service"]>
  /** Images on the stores; nothing is fetched by default. */
  readonly images?: Layer.Layer<Images, never, ImageStore>
  /** Makes PNG of cards; nothing does by default. */
  readonly printer?: ImagePrinter
  /** The secret of the webhook; it is closed if the test does not say. */
  readonly webhookSecret?: string
  /** The account of the media server whose plays count. */
  readonly mediaServerUser?: string
  readonly readingSources?: ReadonlyArray<ReadingSource>
  /** Makes vectors; the local one if the test does not say. */
  readonly embedder?: Embedder["Service"]
  /** The files that are stored for imports; none if the test does not say. */
  readonly files?: UploadStore
  readonly formats?: ReadonlyArray<DomainFormats>
  /** Puts other storage ports instead of those in memory, such as broken ones. */
  readonly storage?: (ports: Ports) => Ports
}

/** When every test begins: a Wednesday. */
export const start = Date.UTC(2026, 6, 15, 12)

export const settingsOfSources = "SCROBBLES_USER and SCROBBLES_API_KEY"
export const settingsOfPlaces = "CHECK_INS_TOKEN"

/** An account whose link works. */
export const linked = {
  email: "someone@example.org",
  messagesTotal: 35_308,
  scopes: ["https://mail.example/read", "openid"],
  expiresAt: start / 1000 + 3_599,
}

export const settingsOfRunSources = "RUNS_TOKEN"
export const settingsOfWatchSources = "WATCHES_USER"

const pages = MusicPages.of({
  artist: (artist) => `https://music.example/${artist}`,
  album: (artist, album) => `https://music.example/${artist}/${album}`,
  track: (artist, track) => `https://music.example/${artist}/_/${track}`,
})

const emptyCatalog = MusicCatalog.of({
  configured: true,
  searchArtist: () => Effect.succeed([]),
  searchSong: () => Effect.succeed([]),
  albumsOf: () => Effect.succeed([]),
})

const attendingOf = ({ feeds = [], games = [] }: ServerOptions) =>
  Layer.merge(
    Layer.succeed(AttendingFeeds, { configured: feeds, settings: "CALENDAR_TOKEN" }),
    Layer.effect(GameSources, GameSources.make(games, games.at(-1))),
  )

const collectionsOf = ({ filmCollections = [], recordCollections = [] }: ServerOptions) =>
  Layer.merge(
    Layer.succeed(RecordCollections, { configured: recordCollections, settings: "RECORDS_TOKEN" }),
    Layer.succeed(FilmCollections, { configured: filmCollections, settings: "FILMS_TOKEN" }),
  )

const noFilmDatabase = FilmDatabase.of({
  configured: false,
  details: () => Effect.die("no film database is configured"),
  find: () => Effect.die("no film database is configured"),
  search: () => Effect.die("no film database is configured"),
})

/** HTML to text as roughly as these tests need it. */
const plainText = PlainText.of({
  of: (html, limit) =>
    html
      .replace(/<[^>]*>/g, " ")
      .trim()
      .slice(0, limit),
})

const stores = Layer.orDie(Layer.provide(SqliteStorage.layer(), memoryWith(SqliteStorage.layer())))

const storageOf = ({ storage = (ports) => ports }: ServerOptions) =>
  Layer.effectContext(Effect.map(Layer.build(stores), storage))

/** The third-party services, as far as a test has them. */
const sourcesOf = (options: ServerOptions) =>
  Layer.mergeAll(
    Layer.succeed(MusicPages, pages),
    Layer.succeed(MusicCatalog, { ...emptyCatalog, ...options.catalog }),
    Layer.succeed(ScrobbleSources, { configured: options.sources ?? [], settings: settingsOfSources }),
    Layer.succeed(ReadingSources, { configured: options.readingSources ?? [], settings: "READING_TOKEN" }),
    options.embedder === undefined ? LocalEmbedder : Layer.succeed(Embedder, options.embedder),
    Html.layer,
    Layer.succeed(PlainText, plainText),
    Layer.succeed(WatchSources, {
      configured: options.watchSources ?? [],
      settings: settingsOfWatchSources,
    }),
    Layer.succeed(FilmDatabase, { ...noFilmDatabase, ...options.films }),
    MediaServer.layer({ user: options.mediaServerUser }),
    Layer.succeed(RunSources, { configured: options.runSources ?? [], settings: settingsOfRunSources }),
    options.stravaToken === undefined
      ? Layer.empty
      : Strava.webhook({ verifyToken: Redacted.make(options.stravaToken) }),
    collectionsOf(options),
    attendingOf(options),
    Layer.succeed(CheckInSources, { configured: options.checkIns ?? [], settings: settingsOfPlaces }),
    Layer.succeed(IdentityProvider, { test: options.identity ?? Effect.succeed(linked) }),
  )

const documentsOf = ({ clientDocuments = {} }: ServerOptions) =>
  Layer.succeed(ClientDocuments, (url) => {
    const text = clientDocuments[url]
    return text === undefined
      ? Effect.fail(oauthError("invalid_client", "The client's metadata document cannot be reached"))
      : Effect.succeed(text)
  })

/** The services of the handlers, on storage in memory. */
export const servicesOf = (options: ServerOptions) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Keys.layer, OAuth.layer, Shares.layer)),
    Layer.provideMerge(options.images ?? Images.layerOfKept),
    Layer.provideMerge(storageOf(options)),
    Layer.provideMerge(sourcesOf(options)),
    Layer.provideMerge(DateTime.layerCurrentZoneNamed(options.timeZone ?? "UTC")),
    Layer.provideMerge(Layer.succeed(Digest, (key) => hash("sha256", key))),
    Layer.provideMerge(Layer.succeed(ImportFiles, options.files)),
    Layer.provideMerge(Layer.succeed(KnownFormats, options.formats ?? [])),
    Layer.provideMerge(NodeHttpServer.layerHttpServices),
    Layer.provideMerge(Layer.succeed(PublicUrl, options.publicUrl)),
    Layer.provideMerge(documentsOf(options)),
    Layer.provideMerge(Layer.succeed(ImagePrinter, options.printer)),
    Layer.orDie,
  )

/**
 * The activity API on a real HTTP server of this process, over storage in memory, with an admin and a read key
 * and the test's own clock. It is served in the order of the real one: the listener comes last.
 */
export const startServer = Effect.fnUntraced(function* (options: ServerOptions = {}) {
  const logs: Array<string> = []
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void logs.push(line))])
  yield* TestClock.setTime(start)

  const services = yield* Layer.build(servicesOf(options))
  const keys = Context.get(services, Keys)
  const makeKey = (scope: Scope, more: { readonly rateLimit?: number; readonly expiresAt?: number } = {}) =>
    Effect.map(keys.create({ name: `a ${scope} key`, scope, ...more }), ({ key, record }) => ({
      id: record.id,
      key: Redacted.value(key),
    }))
  const admin = yield* makeKey("admin")
  const read = yield* makeKey("read")

  const node = createServer()
  const serve = Effect.gen(function* () {
    const app = yield* ActivityServer.make(options.domains ?? everyDomain, {
      rateLimit: options.rateLimit ?? 1_000,
      allowedOrigins: options.allowedOrigins ?? [],
      trustedProxies: options.trustedProxies ?? [],
      metrics: options.metrics ?? false,
      assistantsWrite: options.assistantsWrite ?? false,
      page: options.page,
      tiles: options.tiles,
      sessions: options.sessions,
      webhookSecret: options.webhookSecret === undefined ? undefined : Redacted.make(options.webhookSecret),
    }).app
    const listener = NodeHttpServer.layerServer(() => node, { host: "127.0.0.1", port: 0 })
    const server = yield* Layer.build(Layer.provideMerge(HttpServer.serve(app), listener))
    return HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address)
  })
  const address = yield* serve.pipe(
    Effect.provideContext(Context.merge(services, yield* Effect.context<EffectScope.Scope>())),
    Effect.provide(logger),
    Effect.orDie,
  )
  // Connections that a test left open must not keep the server from closing.
  yield* Effect.addFinalizer(() => Effect.sync(() => node.closeAllConnections()))

  /** Every response is checked against the definition. */
  const checked = (method: string, path: string, question: Question = {}) =>
    Effect.tap(ask(address, method, path, question), (reply) =>
      Effect.sync(() => {
        assert.strictEqual(reply.headers["x-content-type-options"], "nosniff", `${method} ${path}`)
        if (path.startsWith("/apis/listenbrainz/")) return checkListenBrainz(method, path, reply)
        // Shared pages are for browsers, and in no definition.
        if (path.startsWith("/s/")) return
        if (!path.startsWith("/apis/") && path !== "/mcp") checkActivity(method, path, reply)
      }),
    )

  return {
    address,
    logs,
    admin,
    read,
    keys,
    makeKey,
    store: Context.get(services, ListeningStore),
    attending: Context.get(services, AttendingStore),
    collecting: Context.get(services, CollectingStore),
    runs: Context.get(services, RunStore),
    syncRuns: Context.get(services, SyncRuns),
    imports: Context.get(services, ImportStore),
    setAside: Context.get(services, RejectedRowStore),
    images: Context.get(services, ImageStore),
    watching: Context.get(services, WatchingStore),
    /** Stores articles and highlights as a sync does. */
    storeArticles: (...articles: ReadonlyArray<SavedItem>) =>
      Effect.flatMap(articleBatches, ({ store }) => store(articles, { source: "reader", cursor: "" })).pipe(
        Effect.provideContext(services),
      ),
    places: Context.get(services, CheckInStore),
    /** How many connections are open. */
    connections: Effect.callback<number>((resume) => {
      node.getConnections((_error, count) => resume(Effect.succeed(count)))
    }),
    ask: checked,
    /** A GET with the read key. */
    get: (path: string, question: Question = {}) => checked("GET", path, { key: read.key, ...question }),
    /** Any request with the admin key. */
    command: (method: string, path: string, question: Question = {}) =>
      checked(method, path, { key: admin.key, ...question }),
  }
})

export type TestServer = Effect.Success<ReturnType<typeof startServer>>
