import * as Effect from "effect/Effect"
import { badRequest, conflict, handlersOf } from "../../forRoutes.ts"
import { AdminSettings } from "./adminSettings.ts"
import { SettingRows, SettingsGroup } from "./group.ts"

export const layer = handlersOf(SettingsGroup, function* (handlers) {
  const settings = yield* AdminSettings
  const rows = Effect.map(settings.list, (data) => SettingRows.of({ data }))
  return handlers.handleAll({
    list: () => rows,
    change: Effect.fnUntraced(function* ({ payload }) {
      yield* Effect.mapError(settings.change(payload), ({ _tag, message }) =>
        _tag === "SettingFixed" ? conflict(message) : badRequest(message),
      )
      return yield* rows
    }),
  })
})
