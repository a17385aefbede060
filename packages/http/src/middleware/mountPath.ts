import * as Context from "effect/Context"

/** The path under which a host has the API, such as `/daybook`: addresses of images and the document begin with it. */
export const MountPath = Context.Reference<string>("daybook/http/MountPath", { defaultValue: () => "" })
