import { PropertyChanges, type PropertyChanged, PropertyStore, readTypeChange } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { queryOf } from "../middleware/routing/target.ts"
import { failure, json, noContent } from "./responses.ts"
import { type Entered, fit, type Route } from "./entered.ts"
import type { makeReadBody } from "./requests/readBody.ts"
import { readPropertiesAsked } from "./requests/readPage.ts"
import { propertiesAnswer, propertyAnswer, typeChangedAnswer, warningsAnswer } from "./replies.ts"

const noProperty = failure(404, "There is no property with this name")

const busy = failure(409, "The property is being changed: try again when its status is ready")

const changed = (property: PropertyChanged) => {
  if (property === "unknown") return noProperty
  return property === "busy" ? busy : json(JSON.stringify(propertyAnswer(property)), 202)
}

/** Makes the routes of properties and warnings. */
export const makePropertyRoutes = Effect.fnUntraced(function* (readBody: ReturnType<typeof makeReadBody>) {
  const store = yield* PropertyStore
  const { change, complete } = yield* PropertyChanges
  const nameOf = ({ params }: Entered) => params["name"] ?? ""

  const list = Effect.fnUntraced(function* ({ at, request }: Entered) {
    const asked = yield* fit(readPropertiesAsked(queryOf(request.url)))
    const found = yield* store.list(at, { ...asked, limit: asked.limit + 1 })
    return json(JSON.stringify(propertiesAnswer(found, asked.limit)))
  })

  const get = (entered: Entered) =>
    Effect.map(
      store.find(entered.at, nameOf(entered)),
      Option.match({
        onNone: () => noProperty,
        onSome: (property) => json(JSON.stringify(propertyAnswer(property))),
      }),
    )

  const convert = Effect.fnUntraced(function* (entered: Entered) {
    const { text } = yield* readBody(entered.request)
    return changed(yield* change(entered.at, nameOf(entered), yield* fit(readTypeChange(text))))
  })

  const convertNow = Effect.fnUntraced(function* (entered: Entered) {
    const { text } = yield* readBody(entered.request)
    const result = yield* complete(entered.at, nameOf(entered), yield* fit(readTypeChange(text)))
    if (typeof result === "string") return changed(result)
    const { dropped, property } = result
    if (property === undefined) return noProperty
    return json(
      JSON.stringify(typeChangedAnswer(property, dropped)),
      property.change === undefined ? 200 : 202,
    )
  })

  const remove = Effect.fnUntraced(function* (entered: Entered) {
    const result = yield* complete(entered.at, nameOf(entered), undefined)
    if (typeof result === "string") return changed(result)
    return result.property?.change === undefined ? noContent : changed(result.property)
  })

  const warnings = ({ at }: Entered) =>
    Effect.map(store.warnings(at), (found) => json(JSON.stringify(warningsAnswer(found))))

  const all = "/v1/:wsid/:version/properties"
  const routes: ReadonlyArray<Route> = [
    ["GET", all, list],
    ["GET", `${all}/:name`, get],
    ["PATCH", `${all}/:name`, convert],
    ["POST", `${all}/:name/type`, convertNow],
    ["DELETE", `${all}/:name`, remove],
    ["GET", "/v1/:wsid/:version/warnings", warnings],
  ]
  return routes
})
