/** One part as a sender writes it. */
export interface WrittenPart {
  readonly name?: string
  readonly head?: string
  readonly content: string | Uint8Array
}

const writtenHead = ({ head, name }: WrittenPart) =>
  head ?? (name === undefined ? "" : `Content-Disposition: form-data; name="${name}"\r\n`)

/** A multipart body of these parts; `end` is what follows its last boundary. */
export const multipartBody = (boundary: string, parts: ReadonlyArray<WrittenPart>, end = "--\r\n"): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`--${boundary}\r\n${writtenHead(part)}\r\n`),
      Buffer.from(part.content),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}${end}`),
  ])
