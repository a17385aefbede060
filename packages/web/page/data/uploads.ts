import { addressOf } from "./address.ts"
import { limitPassed, lookForServer, waitFor, waitingUntil } from "./asking.ts"
import { sessionEnded } from "./session.ts"
import { signal } from "./signal.ts"

/** A file on its way to the server. */
export interface Upload {
  readonly id: number
  readonly file: File
  /** Bytes that have left. */
  readonly sent: number
  readonly state: "waiting" | "sending" | "limited" | "interrupted" | "refused"
  /** Why it was refused, in words of the API; "" where the file could not be read or sent. */
  readonly problem: string
}

/** Files that are not with the server yet, in their order. They are sent on while other views are shown. */
export const uploads = signal<ReadonlyArray<Upload>>([])

/** Rises with each file that the server has taken. */
export const uploaded = signal(0)

const againAfter = 5_000
/** A file that fails this often while the server responds cannot be read. */
const maxTries = 3

let lastId = 0
let current: { readonly id: number; readonly request: XMLHttpRequest } | undefined

const change = (id: number, values: Partial<Upload>) =>
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...values } : one)))

const remove = (id: number) => uploads.set(uploads.get().filter((one) => one.id !== id))

interface Taken {
  /** 0 if there was no response. */
  readonly status: number
  readonly message: string
  readonly retryAfter: string | null
}

// The one way in which a browser reports how much of a body has left.
const sendOnce = ({ file, id }: Upload): Promise<Taken> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    current = { id, request }
    const end = () => {
      current = undefined
      let message = ""
      try {
        message = String((JSON.parse(request.responseText) as { readonly error?: string }).error ?? "")
      } catch {
        // A proxy's page, or nothing.
      }
      resolve({ status: request.status, message, retryAfter: request.getResponseHeader("retry-after") })
    }
    request.open("POST", addressOf("/v1/admin/imports"))
    request.setRequestHeader("x-file-name", encodeURIComponent(file.name))
    request.upload.addEventListener("progress", ({ loaded }) => change(id, { sent: loaded }))
    request.addEventListener("loadend", end)
    request.send(file)
  })

const pause = (millis: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, millis)
    window.addEventListener(
      "online",
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

const isThere = (id: number) => uploads.get().some((one) => one.id === id)

/** Sends one file, and again while that is of use. */
const sendFile = async (upload: Upload): Promise<void> => {
  const { id } = upload
  for (let tries = 0; isThere(id);) {
    if (waitingUntil.get() > Date.now()) change(id, { state: "limited" })
    await limitPassed()
    if (!isThere(id)) return
    change(id, { state: "sending", sent: 0 })
    const { message, retryAfter, status } = await sendOnce(upload)
    if (!isThere(id)) return
    if (status === 202) {
      remove(id)
      uploaded.set(uploaded.get() + 1)
      return
    }
    if (status === 429) {
      waitFor(retryAfter)
      continue
    }
    if (status === 401) sessionEnded()
    const isPassing = status === 0 || status === 408 || (status >= 502 && status <= 504)
    if (!isPassing || tries >= maxTries) return change(id, { state: "refused", problem: message })
    change(id, { state: "interrupted" })
    await pause(Math.max(Number(retryAfter ?? 0) * 1_000, againAfter))
    if ((await lookForServer()) === undefined) tries++
  }
}

let working = false

const work = async () => {
  if (working) return
  working = true
  for (;;) {
    const next = uploads.get().find(({ state }) => state === "waiting")
    if (next === undefined) break
    await sendFile(next)
  }
  working = false
}

// A page that closes takes the files with it.
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
uploads.watch(() => {
  if (uploads.get().some(({ state }) => state !== "refused")) window.addEventListener("beforeunload", warn)
  else window.removeEventListener("beforeunload", warn)
})

/** Sends files one after another. `fault` says why one is not sent; "" if it may be. */
export const upload = (files: Iterable<File>, fault: (file: File) => string): void => {
  const added = [...files].map((file): Upload => {
    const problem = fault(file)
    return { id: ++lastId, file, sent: 0, state: problem === "" ? "waiting" : "refused", problem }
  })
  uploads.set([...uploads.get(), ...added])
  void work()
}

/** Cancels a file, or removes a rejected one from the list. */
export const cancelUpload = (id: number): void => {
  remove(id)
  if (current?.id === id) current.request.abort()
}
