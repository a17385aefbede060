import {
  ActivityServer,
  AdminSettings,
  eventData,
  ExposedMetrics,
  HostStops,
  NotifyServer,
  type PageFiles,
  PublicUrl,
  type SessionSeal,
} from "@daybook/http"
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
import { SharpPrinter } from "@daybook/images-node"
import { Exports } from "@daybook/sources"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { keepBackups } from "../backup/backups.ts"
import * as Images from "../images.ts"
import { importersOf } from "../imports/importers.ts"
import * as Files from "../imports/importFiles.ts"
import { isFirst, metricsOfAll } from "../listeners/own.ts"
import * as Notify from "../notify.ts"
import { readFile } from "../readInThread.ts"
import type { Settings } from "../settings.ts"
import * as Stores from "../stores.ts"
import { runSchedule } from "../syncs/schedule.ts"
import * as Sources from "../syncs/sources.ts"
import * as Webhooks from "../syncs/webhooks.ts"
import { version } from "../version.ts"
import * as ClientDocuments from "./clientDocuments.ts"
import type { makeLiveSettings } from "./liveSettings.ts"
import type { ServedDomain } from "./servedDomain.ts"

type Domains = ReadonlyArray<ServedDomain>

/** The stores of these settings, and what else handlers need, whichever other services are called. */
const storesOf = (domains: Domains, settings: Settings, options: Stores.StoresOptions) =>
  Stores.layer(domains, settings, options).pipe(
    Layer.provideMerge(NodeHttpServer.layerHttpServices),
    Layer.provideMerge(Layer.succeed(PublicUrl, settings.publicUrl)),
    Layer.provideMerge(Files.layer(settings.dataDir, settings.database.kind !== "postgres")),
    Layer.provideMerge(Layer.succeed(KnownFormats, formatsOf(importersOf(domains)))),
  )

/** The clients of other services: the sources of these settings, images and webhooks. `current` has the settings when they are used. */
const askersOf = (domains: Domains, settings: Settings, current: () => Settings) =>
  Layer.mergeAll(Sources.layer(domains, settings), Images.layer(settings), SharpPrinter.layer).pipe(
    Layer.provideMerge(ClientDocuments.layer),
    Layer.provideMerge(Webhooks.layer(settings, () => current().webhooksTo)),
  )

/** All services of the activity API's handlers, on the stores and sources of these settings. */
export const servicesOf = (domains: Domains, settings: Settings, options: Stores.StoresOptions) =>
  Layer.provideMerge(
    askersOf(domains, settings, () => settings),
    storesOf(domains, settings, options),
  )

/** A layer's services until the scope closes. Nothing that another build made is used again. */
const buildFresh = <A, E, R>(layer: Layer.Layer<A, E, R>, scope: Scope.Scope) =>
  Effect.flatMap(Layer.makeMemoMap, (memo) => Layer.buildWithMemoMap(layer, memo, scope))

/** Imports the files that are sent, for as long as their stores are open. */
const importSent = (domains: Domains) =>
  Effect.gen(function* () {
    const files = yield* ImportFiles
    if (files === undefined) return undefined
    const importers = importersOf(domains)
    const read: ImportWork<never>["read"] = ({ bytes, path }, name, choice, onBytes) =>
      path === undefined
        ? readHere(name, importers, Exports.unpack(bytes), choice)
        : readFile(importers, { path, name, choice, onBytes })
    return yield* runImports({ files, importers, read })
  })

/** The parts of a server that stay the same when others are rebuilt. */
export interface Composing {
  readonly domains: Domains
  readonly options: Stores.StoresOptions
  readonly live: Effect.Success<ReturnType<typeof makeLiveSettings>>
  readonly page: PageFiles | undefined
  readonly sessions: SessionSeal
}

/** Opens the stores of these settings, until `close`, with the profile API on them. */
export const openStores = Effect.fnUntraced(function* (
  { domains, options }: Pick<Composing, "domains" | "options">,
  settings: Settings,
) {
  const scope = yield* Scope.make()
  const layer = Layer.provideMerge(Notify.layer(settings), storesOf(domains, settings, options)).pipe(
    Layer.provideMerge(Layer.succeed(ExposedMetrics, metricsOfAll)),
  )
  return yield* Effect.gen(function* () {
    const services = yield* buildFresh(layer, scope)
    const app = yield* Effect.provideContext(NotifyServer.app, services).pipe(Scope.provide(scope))
    return {
      app,
      services,
      close: Scope.close(scope, Exit.void),
    }
  }).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
})

export type OpenStores = Effect.Success<ReturnType<typeof openStores>>

/** Makes the activity API of these settings on open stores, until `close`. */
export const openActivity = Effect.fnUntraced(function* (
  { domains, live, page, sessions }: Composing,
  settings: Settings,
  stores: OpenStores,
) {
  const [scope, work] = [yield* Scope.make(), yield* Scope.make()]
  const stopping = Latch.makeUnsafe()
  const askers = askersOf(domains, settings, live.current).pipe(
    Layer.provideMerge(Layer.succeedContext(stores.services)),
    Layer.provideMerge(Layer.succeed(HostStops, stopping.await)),
    Layer.provideMerge(Layer.succeed(AdminSettings, live.adminSettings(stores.services))),
  )
  return yield* Effect.gen(function* () {
    const services = yield* buildFresh(askers, scope)
    const { tilesCredit, tilesUrl } = settings
    const tiles = tilesUrl === undefined ? undefined : { url: tilesUrl, credit: tilesCredit }
    const activity = ActivityServer.make(
      domains.map(({ routes }) => routes),
      { ...settings, version, page, tiles, sessions },
    )
    const app = yield* Effect.provideContext(activity.app, services).pipe(Scope.provide(scope))
    const described = domains.map(({ domain }) => domain)
    const begin = Effect.gen(function* () {
      for (const { whileServed } of described)
        if (whileServed !== undefined) yield* Effect.forkIn(whileServed, work)
      const exporting = yield* Exporting
      // Of several listeners, the first one makes the backups.
      if (exporting !== undefined && isFirst)
        yield* Effect.forkIn(
          keepBackups(() => live.current().backupTo, exporting),
          work,
        )
      yield* Effect.forkIn(runWebhooks(eventsOf(described, eventData)), work)
      // It resumes if the sources are rebuilt.
      yield* Effect.forkIn(importSent(domains), work)
      if (settings.scheduledSyncs) yield* Effect.forkIn(runSchedule(described), work)
    })
    return {
      app,
      services,
      layerSpans: activity.layerSpans,
      /** Starts what runs on its own, such as the schedule. */
      begin: Effect.provideContext(begin, services),
      /** Ends it, and responses without an end. */
      stop: Effect.andThen(stopping.open, Scope.close(work, Exit.void)),
      close: Scope.close(scope, Exit.void),
    }
  }).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
})

export type OpenActivity = Effect.Success<ReturnType<typeof openActivity>>
