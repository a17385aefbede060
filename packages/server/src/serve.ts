import { makeProcessKey } from "@daybook/access"
import { ActivityServer, NotifyServer, type PageFiles } from "@daybook/http"
import { Sqlite } from "@daybook/storage-sqlite"
import { readPage } from "@daybook/web"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { checkBackups } from "./backup/backups.ts"
import { firstStart, showExamples } from "./firstStart.ts"
import { isFirst, notifySupervisor, profilesElsewhere } from "./listeners/own.ts"
import * as Notify from "./notify.ts"
import { openActivity, openStores } from "./serving/composition.ts"
import { Connections, makeConnections } from "./serving/connections.ts"
import { collectAfterStart } from "./serving/gcAfterStart.ts"
import { listen, type RejectConnection, type TakesLong } from "./serving/listener.ts"
import { makeLiveSettings } from "./serving/liveSettings.ts"
import { here, publishServerAddress } from "./serving/openServer.ts"
import { keepRenewed, makeSlots, type Running } from "./serving/renewing.ts"
import type { ServedDomain } from "./serving/servedDomain.ts"
import * as Sessions from "./serving/sessions.ts"
import { makeSignInLink } from "./serving/signInLink.ts"
import { answerWhileUpgrading } from "./serving/upgrading.ts"
import { defaultNotifyPort, type Settings } from "./settings.ts"
import type { ReadSettings } from "./settings/stored.ts"
import { startOfStores } from "./storeThread.ts"

/** True if a file of profiles is sent, of gigabytes and at the pace of its sender. */
const isProfileImport: TakesLong = ({ method, url = "" }) =>
  method === "POST" && /^\/v1\/[^/]+\/[^/]+\/import(\?|$)/.test(url)

/** Serves the profile API. Without `NOTIFY_PORT` a second server on the same host skips it, and logs that it does. */
const listenForProfiles = Effect.fnUntraced(function* <E, R>(
  { host, notifyPort }: Settings,
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) {
  const skip = (why: string) => Effect.logWarning(`the profile API is not served: ${why}`)
  if (notifyPort === undefined && profilesElsewhere !== undefined) return yield* skip(profilesElsewhere)
  const port = ["NOTIFY_PORT", notifyPort ?? defaultNotifyPort] as const
  const listening = Effect.flatMap(
    listen(host, port, app, NotifyServer.earlyAnswer, { takesLong: isProfileImport }),
    (address) => Effect.logInfo(`the profile API is at ${address}`),
  )
  return yield* notifyPort === undefined
    ? Effect.catchTag(listening, "SettingError", ({ message }) => skip(message))
    : listening
})

/** True if a file is sent, of gigabytes and at the pace of its sender. */
const isImport: TakesLong = ({ method, url = "" }) =>
  method === "POST" && /^\/v1\/admin\/imports(\?|$)/.test(url)

/** The database in memory, which stays while its stores are opened again. */
const heldMemory = ({ database }: Settings) =>
  database.kind === "memory"
    ? Effect.map(Layer.build(Sqlite.layerMemory), (built) => Layer.succeedContext(built))
    : Effect.undefined

/** Reads the files of the page that no browser has requested yet: those of another build may soon be in their place. */
const keepPage = (page: PageFiles | undefined): Effect.Effect<void> =>
  Effect.andThen(
    Effect.sleep("1 second"),
    Effect.forEach(
      page?.files.values() ?? [],
      (file) => Effect.map(Effect.yieldNow, () => void file.content),
      {
        discard: true,
      },
    ),
  )

/**
 * Serves until it is interrupted; then requests in progress finish and the store closes. `prepare` runs on the stores
 * before anything is served. The listeners come last: no request is admitted before it can be handled. Settings that are changed
 * meanwhile are applied without a restart: what they shape is made again behind the same listeners.
 */
export const serve = <E, R>(
  domains: ReadonlyArray<ServedDomain>,
  read: ReadSettings,
  prepare: Effect.Effect<void, E, R>,
) =>
  Effect.gen(function* () {
    const first = yield* read()
    const { settings } = first
    const backups = checkBackups(settings)
    // A folder that the page has set may be on a disk that is away now: that stops only backups.
    yield* first.texts.get("BACKUP_TO") === settings.backupTo
      ? Effect.catch(backups, ({ message }) => Effect.logWarning(message))
      : backups
    if (isFirst)
      yield* Effect.forEach([...settings.former, ...settings.halfSet], (said) => Effect.logWarning(said))
    // If one process has the folder, commands on the same machine ask it.
    const processKey = settings.database.kind === "file" ? makeProcessKey() : undefined
    const options = { processKey, startStores: startOfStores(), memory: yield* heldMemory(settings) }

    const slots = makeSlots()
    const live = yield* makeLiveSettings(domains, read, first, slots.hold)
    const page = readPage()
    if (page === undefined) yield* Effect.logWarning("there is no page at /: npm run page builds it")
    let running: Running | undefined
    const stores = yield* answerWhileUpgrading(settings, openStores({ domains, options }, settings))
    yield* Effect.addFinalizer(() => (running?.stores ?? stores).close)
    // A refused folder is left as it is: the key of sessions is stored in it.
    const composing = { domains, live, options, page, sessions: yield* Sessions.make(settings) }
    const onTerminal = process.stdout.isTTY === true
    // An invalid key is refused before work that takes minutes.
    const made = yield* Effect.provideContext(firstStart(settings, onTerminal), stores.services)
    yield* Effect.provideContext(Notify.firstWorkspace(settings, onTerminal), stores.services)
    const own: Running = (running = { stores, activity: yield* openActivity(composing, settings, stores) })
    yield* Effect.addFinalizer(() => own.activity.close)
    yield* Effect.provideContext(prepare, own.activity.services)
    const refusals: RejectConnection = (address, status, message) =>
      Effect.flatMap(Effect.provideContext(ActivityServer.earlyAnswer, own.stores.services), (answer) =>
        answer(address, status, message),
      )
    slots.activity.put(own.activity.app)
    slots.profiles.put(stores.app)
    yield* slots.release
    const connections = yield* makeConnections(settings)
    const address = yield* listen(settings.host, ["PORT", settings.port], slots.activity.app, refusals, {
      takesLong: isImport,
    }).pipe(
      Effect.provideService(Connections, connections),
      Effect.provide(own.activity.layerSpans),
      // Without a collector, requests make no spans.
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => settings.otlp === undefined),
    )
    // Before the listener waits for requests in progress: some never end.
    yield* Effect.addFinalizer(() => own.activity.stop)
    if (processKey !== undefined) yield* publishServerAddress(settings.dataDir, address, processKey)
    yield* Effect.logInfo(`the activity API is at ${address}`)
    // Requests of the profile API are many and alike: they are measured and not traced.
    yield* listenForProfiles(settings, slots.profiles.app).pipe(
      Effect.provideService(Connections, connections),
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true),
    )
    yield* notifySupervisor
    if (onTerminal && isFirst) {
      const link = makeSignInLink(settings.publicUrl ?? here(address))
      yield* showExamples(address, yield* Effect.provideContext(link, stores.services), made)
    }
    yield* own.activity.begin
    yield* Effect.forkScoped(keepPage(page))
    yield* Effect.forkScoped(collectAfterStart)

    return yield* keepRenewed(composing, slots, own)
  }).pipe(Effect.scoped)
