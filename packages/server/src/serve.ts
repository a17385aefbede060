import { makeProcessKey } from "@daybook/access"
import { ActivityServer, eventData, ExposedMetrics, HostStops, NotifyServer, PublicUrl } from "@daybook/http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import {
  eventsOf,
  Exporting,
  formatsOf,
  ImportFiles,
  type ImportWork,
  KnownFormats,
  readHere,
  runImports,
  runWebhooks,
} from "@daybook/kernel"
import { Exports } from "@daybook/sources"
import { readPage } from "@daybook/web"
import { checkBackups, keepBackups } from "./backup/backups.ts"
import { collectAfterStart } from "./serving/gcAfterStart.ts"
import * as ClientDocuments from "./serving/clientDocuments.ts"
import { Connections, makeConnections } from "./serving/connections.ts"
import { firstStart, showExamples } from "./firstStart.ts"
import { listen, type TakesLong } from "./serving/listener.ts"
import { metricsOfAll, ownNumber, notifySupervisor } from "./listeners/own.ts"
import * as Notify from "./notify.ts"
import { SharpPrinter } from "@daybook/images-node"
import * as Images from "./images.ts"
import { importersOf } from "./imports/importers.ts"
import * as Files from "./imports/importFiles.ts"
import { publishServerAddress } from "./serving/openServer.ts"
import { readFile } from "./readInThread.ts"
import { runSchedule } from "./syncs/schedule.ts"
import { defaultNotifyPort, type Settings } from "./settings.ts"
import type { ServedDomain } from "./serving/servedDomain.ts"
import * as Sessions from "./serving/sessions.ts"
import * as Sources from "./syncs/sources.ts"
import * as Stores from "./stores.ts"
import { programOfStores } from "./storeThread.ts"
import { answerWhileUpgrading } from "./serving/upgrading.ts"
import { version } from "./version.ts"
import * as Webhooks from "./syncs/webhooks.ts"

/** True where a file of profiles is sent, of gigabytes and at the pace of its sender. */
const isProfileImport: TakesLong = ({ method, url = "" }) =>
  method === "POST" && /^\/v1\/[^/]+\/[^/]+\/import(\?|$)/.test(url)

/** Serves the profile API. Without `NOTIFY_PORT` a second server on the same host skips it, and logs that it does. */
const listenForProfiles = Effect.fnUntraced(function* <E, R>(
  { host, notifyPort }: Settings,
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) {
  const port = ["NOTIFY_PORT", notifyPort ?? defaultNotifyPort] as const
  const listening = Effect.flatMap(
    listen(host, port, app, NotifyServer.earlyAnswer, { takesLong: isProfileImport }),
    (address) => Effect.logInfo(`the profile API is at ${address}`),
  )
  return yield* notifyPort === undefined
    ? Effect.catchTag(listening, "SettingError", ({ message }) =>
        Effect.logWarning(`the profile API is not served: ${message}`),
      )
    : listening
})

/** True where a file is sent, of gigabytes and at the pace of its sender. */
const isImport: TakesLong = ({ method, url = "" }) =>
  method === "POST" && /^\/v1\/admin\/imports(\?|$)/.test(url)

/** All services of the activity API's handlers, on the stores and sources of these settings. */
export const servicesOf = (
  domains: ReadonlyArray<ServedDomain>,
  settings: Settings,
  options: Stores.StoresOptions,
) =>
  Layer.mergeAll(Sources.layer(domains, settings), Images.layer(settings), SharpPrinter.layer).pipe(
    Layer.provideMerge(Stores.layer(domains, settings, options)),
    Layer.provideMerge(ClientDocuments.layer),
    Layer.provideMerge(NodeHttpServer.layerHttpServices),
    Layer.provideMerge(Layer.succeed(PublicUrl, settings.publicUrl)),
    Layer.provideMerge(Files.layer(settings.dataDir, settings.database.kind !== "postgres")),
    Layer.provideMerge(Layer.succeed(KnownFormats, formatsOf(importersOf(domains)))),
    Layer.provideMerge(Webhooks.layer(settings)),
  )

/**
 * Serves until it is interrupted; then requests in progress finish and the store closes. `prepare` runs on the stores
 * before anything is served. The listeners come last: no request is admitted before it can be handled.
 */
export const serve = <E, R>(
  domains: ReadonlyArray<ServedDomain>,
  settings: Settings,
  prepare: Effect.Effect<void, E, R>,
) =>
  Effect.gen(function* () {
    yield* checkBackups(settings)
    if ((ownNumber ?? 1) === 1)
      yield* Effect.forEach([...settings.former, ...settings.halfSet], (said) => Effect.logWarning(said))
    // If one process has the folder, commands on the same machine ask it.
    const processKey = settings.database.kind === "file" ? makeProcessKey() : undefined
    const options = { processKey, program: programOfStores() }
    const stopping = Latch.makeUnsafe()
    const services = yield* answerWhileUpgrading(
      settings,
      Layer.build(
        Layer.provideMerge(Notify.layer(settings), servicesOf(domains, settings, options)).pipe(
          Layer.provideMerge(Layer.succeed(HostStops, stopping.await)),
          Layer.provideMerge(Layer.succeed(ExposedMetrics, metricsOfAll)),
        ),
      ),
    )
    const routes = domains.map((domain) => domain.routes)
    const onTerminal = process.stdout.isTTY === true
    // A key that is refused is refused before there is work for minutes.
    const made = yield* Effect.provideContext(firstStart(settings, onTerminal), services)
    yield* Effect.provideContext(Notify.firstWorkspace(settings, onTerminal), services)
    yield* Effect.provideContext(prepare, services)
    const page = readPage()
    if (page === undefined) yield* Effect.logWarning("there is no page at /: npm run page builds it")
    const sessions = yield* Sessions.make(settings)
    const { tilesCredit, tilesUrl } = settings
    const tiles = tilesUrl === undefined ? undefined : { url: tilesUrl, credit: tilesCredit }
    const activity = ActivityServer.make(routes, { ...settings, version, page, tiles, sessions })
    const app = yield* Effect.provideContext(activity.app, services)
    const notifyApp = yield* Effect.provideContext(NotifyServer.app, services)
    const refusals = yield* Effect.provideContext(ActivityServer.earlyAnswer, services)
    const connections = yield* makeConnections(settings)
    const address = yield* listen(settings.host, ["PORT", settings.port], app, refusals, {
      takesLong: isImport,
    }).pipe(
      Effect.provideService(Connections, connections),
      Effect.provide(activity.layerSpans),
      // Without a collector, requests make no spans.
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => settings.otlp === undefined),
    )
    // Before the listener waits for requests in progress: some never end.
    yield* Effect.addFinalizer(() => stopping.open)
    if (processKey !== undefined) yield* publishServerAddress(settings.dataDir, address, processKey)
    yield* Effect.logInfo(`the activity API is at ${address}`)
    // Requests of the profile API are many and alike: they are measured and not traced.
    yield* listenForProfiles(settings, notifyApp).pipe(
      Effect.provideService(Connections, connections),
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true),
    )
    yield* notifySupervisor
    if (onTerminal && (ownNumber ?? 1) === 1) yield* showExamples(address, made)
    for (const { domain } of domains) {
      if (domain.whileServed === undefined) continue
      yield* Effect.forkScoped(Effect.provideContext(domain.whileServed, services))
    }
    const files = yield* Effect.provideContext(ImportFiles, services)
    if (files !== undefined) {
      const importers = importersOf(domains)
      const read: ImportWork<never>["read"] = ({ bytes, path }, name, choice, onBytes) =>
        path === undefined
          ? readHere(name, importers, Exports.unpack(bytes), choice)
          : readFile(importers, { path, name, choice, onBytes })
      const work = { files, importers, read }
      yield* Effect.forkScoped(Effect.provideContext(runImports(work), services))
    }
    const exporting = yield* Effect.provideContext(Exporting, services)
    if (settings.backupTo !== undefined && exporting !== undefined) {
      yield* Effect.forkScoped(keepBackups(settings.backupTo, exporting))
    }
    const described = domains.map(({ domain }) => domain)
    yield* Effect.forkScoped(Effect.provideContext(runWebhooks(eventsOf(described, eventData)), services))
    if (settings.scheduledSyncs) {
      yield* Effect.forkScoped(Effect.provideContext(runSchedule(described), services))
    }
    yield* Effect.forkScoped(collectAfterStart)
    return yield* Effect.never
  }).pipe(Effect.scoped)
