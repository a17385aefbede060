import { type Fetched, makeGuardedFetch } from "@daybook/images-node"
import type { Setting } from "@daybook/kernel"
import { PageError, PageReader } from "@daybook/reading"
import { Html } from "@daybook/sources"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { hostsIn } from "./images.ts"

const isPage = (type: string) => /^(text\/html|application\/xhtml\+xml)\b/i.test(type)

/** The text, in the charset that the response or the page itself names; UTF-8 if neither names a known one. */
const textOf = ({ bytes, type }: Fetched): string => {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2_048))
  const named =
    /charset=["']?([\w.:-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset=["']?([\w.:-]+)/i.exec(head)?.[1]
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const pageIn = (fetched: Fetched) =>
  isPage(fetched.type)
    ? Html.readablePage({ html: textOf(fetched), url: fetched.url })
    : Effect.fail(new PageError({ message: "is not a web page" }))

/** Reads pages to be saved, fetched as images are. The client is made when the first page is saved. */
export const layer = (services: Setting.ServiceValues<Setting.Services>) =>
  Layer.effect(
    PageReader,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const guarded = yield* makeGuardedFetch({
        accept: "text/html,application/xhtml+xml",
        maxBytes: 2 * 1024 * 1024,
        configuredHosts: hostsIn(Object.values(services)),
      }).pipe(Effect.provideService(Scope.Scope, scope), Effect.cached)
      return {
        read: Effect.fn("PageReader.read")((url: string) =>
          Effect.flatMap(guarded, (fetch) => fetch(url)).pipe(
            Effect.mapError(({ message }) => new PageError({ message })),
            Effect.flatMap(pageIn),
          ),
        ),
      }
    }),
  )
