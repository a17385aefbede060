import { Digest } from "@daybook/kernel"
import {
  forgetOutcomes,
  type GroupCommitOptions,
  ProfileStore,
  GroupCommit,
  PropertyChanges,
  WorkspaceRates,
  Workspaces,
} from "@daybook/profiles"
import { SqliteStorage } from "@daybook/storage-sqlite"
import { memoryWith } from "@daybook/storage-sqlite/testing"
import { assert } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as HttpServer from "effect/http/HttpServer"
import { hash } from "node:crypto"
import { createServer } from "node:http"
import { NotifyServer } from "../../src/index.ts"
import { ask, jsonOf, type Question } from "../ask.ts"
import { checkNotify } from "../documents/definition.ts"

export interface NotifyOptions extends GroupCommitOptions {
  /** Puts another store instead of the one in memory, such as a broken one. */
  readonly store?: (store: ProfileStore["Service"]) => ProfileStore["Service"]
}

const tables = memoryWith(SqliteStorage.layer())

/** The profile API on a real HTTP server of this process, over storage in memory, with a workspace and its key. */
export const startNotify = Effect.fnUntraced(function* (options: NotifyOptions = {}) {
  const logs: Array<string> = []
  const stores = Layer.effectContext(
    Effect.map(Layer.build(Layer.provide(SqliteStorage.layer(), tables)), (ports) =>
      Context.add(
        ports,
        ProfileStore,
        (options.store ?? ((store) => store))(Context.get(ports, ProfileStore)),
      ),
    ),
  )
  const services = yield* Layer.build(
    Layer.mergeAll(forgetOutcomes(7), Workspaces.layer, WorkspaceRates.layer).pipe(
      Layer.provideMerge(Layer.mergeAll(GroupCommit.layer(options), PropertyChanges.layer)),
      Layer.provideMerge(stores),
      Layer.provideMerge(Layer.succeed(Digest, (text) => hash("sha256", text))),
      Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
      Layer.provideMerge(NodeHttpServer.layerHttpServices),
      Layer.orDie,
    ),
  )
  const workspaces = Context.get(services, Workspaces)
  const makeWorkspace = Effect.fnUntraced(function* (name: string) {
    const { id } = yield* Effect.orDie(workspaces.create(name))
    const key = Redacted.value(Option.getOrThrow(yield* workspaces.createKey(id, "a key")))
    return { id, key }
  })
  const home = yield* makeWorkspace("home")

  const node = createServer()
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void logs.push(line))])
  const address = yield* Effect.gen(function* () {
    const app = yield* Effect.provideContext(NotifyServer.app, services)
    const listener = NodeHttpServer.layerServer(() => node, { host: "127.0.0.1", port: 0 })
    const server = yield* Layer.build(Layer.provideMerge(HttpServer.serve(app), listener))
    return HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address)
  }).pipe(Effect.provide(logger), Effect.orDie)
  yield* Effect.addFinalizer(() => Effect.sync(() => node.closeAllConnections()))

  const askWith = (method: string, path: string, question: Question = {}) =>
    Effect.tap(ask(address, method, path, { key: home.key, ...question }), (reply) =>
      Effect.sync(() => {
        assert.strictEqual(reply.headers["x-content-type-options"], "nosniff", `${method} ${path}`)
        checkNotify(method, path, reply)
      }),
    )
  const setOncePath = `/v1/${home.id}/live/profiles/properties/set-once`
  const setOnce = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    askWith("POST", setOncePath, { body, headers })
  /** Sends an operation that changes properties. */
  const send = (operation: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    askWith("POST", `/v1/${home.id}/live/profiles/properties/${operation}`, { body, headers })
  const profilePath = (distinctId: string) => `/v1/${home.id}/live/profiles/${encodeURIComponent(distinctId)}`

  /** Returns what became of a request. */
  const outcome = (requestId: string) =>
    Effect.map(askWith("GET", `/v1/${home.id}/live/requests/${requestId}`), jsonOf)
  return {
    address,
    logs,
    home,
    services,
    workspaces,
    makeWorkspace,
    ask: askWith,
    setOnce,
    setOncePath,
    send,
    profilePath,
    outcome,
  }
})

/** The numbers of refusals that a registry of metrics has, by reason. */
export const refusalsIn = (registry: Metric.MetricRegistry) =>
  Effect.map(Metric.snapshot, (metrics) =>
    Object.fromEntries(
      metrics.flatMap(({ attributes, id, state }) =>
        id === "daybook_profile_refusals_total" && "count" in state
          ? [[attributes?.["reason"] ?? "none", Number(state.count)] as const]
          : [],
      ),
    ),
  ).pipe(Effect.provideService(Metric.MetricRegistry, registry))
