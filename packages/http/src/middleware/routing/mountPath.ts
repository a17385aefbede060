import * as Context from "effect/Context"

/** The path at which a host mounts the API, such as `/daybook`. */
export const MountPath = Context.Reference<string>("daybook/http/MountPath", { defaultValue: () => "" })
