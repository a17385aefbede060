import * as Context from "effect/Context"

/** SHA-256 of a text, as 64 hexadecimal characters. A port, since the fast one belongs to the platform. */
export class Digest extends Context.Service<Digest, (text: string) => string>()("daybook/kernel/Digest") {}
