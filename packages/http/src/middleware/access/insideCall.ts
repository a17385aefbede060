import * as Context from "effect/Context"

/** True for a call of an assistant's tool to the API in its own process. No request from outside can set it. */
export const InsideCall = Context.Reference<boolean>("daybook/http/InsideCall", { defaultValue: () => false })
