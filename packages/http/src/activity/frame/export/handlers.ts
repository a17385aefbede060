import { Exporting } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { handlersOf, notConfigured } from "../../forRoutes.ts"
import { ExportGroup } from "./group.ts"

const keepsNothing = "The stores of this server cannot be exported"

export const layer = handlersOf(ExportGroup, function* (handlers) {
  const make = yield* Exporting
  return handlers.handle(
    "read",
    Effect.fnUntraced(function* () {
      if (make === undefined) return yield* Effect.fail(notConfigured(keepsNothing))
      // The file exists until the response has been sent: it belongs to the request.
      const { bytes, length } = yield* Effect.catch(make, Effect.die)
      return HttpServerResponse.stream(bytes, {
        contentType: "application/zip",
        contentLength: length,
        headers: {
          "content-disposition": 'attachment; filename="daybook.zip"',
        },
      })
    }),
  )
})
