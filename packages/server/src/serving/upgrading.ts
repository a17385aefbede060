import { TellsUpgrade } from "@daybook/storage-postgres/beforeOpening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { createServer, type RequestListener } from "node:http"
import { listensAlone, profilesElsewhere } from "../listeners/own.ts"
import { defaultNotifyPort, type ServerSettings } from "../settings.ts"
import { alive, asksIfAlive, busyBodies, busyHeaders, headers } from "./busy.ts"

/** Reports that the process is alive, and responds to everything else with 503 and the current step. */
const answerWith =
  (bodyOf: () => object, now: () => number): RequestListener =>
  ({ method = "", url = "" }, response) => {
    const isAlive = asksIfAlive(method, url)
    const body = isAlive ? alive(now()) : bodyOf()
    response.writeHead(isAlive ? 200 : 503, isAlive ? headers() : busyHeaders())
    response.end(method === "HEAD" ? undefined : JSON.stringify(body))
  }

/** Listens until the scope closes. A port in use is reported if the API itself is to be served there. */
const listen = (host: string, port: number, answer: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(answer)
      const begun = () => resume(Effect.succeed(server))
      server.once("error", begun)
      server.listen({ host, port, reusePort: listensAlone(port) }, begun)
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      }),
  )

/**
 * Responds at both ports while the tables of an earlier version are upgraded, which may take minutes, and logs each
 * step. It listens only once there is something to do, and stops when `stores` is built.
 */
export const answerWhileUpgrading = <A, E, R>(
  { host, notifyPort, port }: ServerSettings,
  build: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const clock = yield* Clock.Clock
    let doing: string | undefined
    const say = () =>
      `Daybook is migrating its data after an upgrade (${doing}). Retry after the number of seconds in Retry-After`
    const now = () => clock.currentTimeMillisUnsafe()
    const begin = Effect.all(
      [
        listen(
          host,
          port,
          answerWith(() => busyBodies(say()).activity, now),
        ),
        notifyPort === undefined && profilesElsewhere !== undefined
          ? Effect.void
          : listen(
              host,
              notifyPort ?? defaultNotifyPort,
              answerWith(() => busyBodies(say()).profiles, now),
            ),
      ],
      { discard: true },
    ).pipe(Scope.provide(scope))
    const tell = (work: string) =>
      Effect.suspend(() => {
        const isFirst = doing === undefined
        doing = work
        return Effect.andThen(
          Effect.logInfo(`migrating the data after an upgrade: ${work}`),
          isFirst ? begin : Effect.void,
        )
      })
    return yield* build.pipe(
      Effect.provideService(TellsUpgrade, tell),
      Effect.ensuring(Scope.close(scope, Exit.void)),
    )
  })
