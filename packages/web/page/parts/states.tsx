import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import { away, type Failure, waitingUntil } from "../data/asking.ts"
import { type Read, readAgain } from "../data/cache.ts"
import { useSignal } from "../data/signal.ts"
import { messages } from "../messages.ts"

const { states } = messages

/** Lines that stand where a response will. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div class="skeleton" role="status" aria-label={states.loading}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)

/** Says that there is nothing, and what brings something. */
export const EmptyState = ({
  title = states.empty,
  hint = "",
}: {
  readonly title?: string
  readonly hint?: string
}) => (
  <div class="empty">
    <p>{title}</p>
    {hint === "" ? undefined : <p class="quiet">{hint}</p>}
  </div>
)

/** Says why nothing can be shown, in the words of the API. */
export const ErrorState = ({ failure, path }: { readonly failure: Failure; readonly path: string }) =>
  failure.status === 404 ? (
    <EmptyState
      title={failure.message === "" ? states.notFound : failure.message}
      hint={states.notFoundHint}
    />
  ) : (
    <div class="empty" role="alert">
      <p>{failure.status === 0 ? states.offline : states.failed}</p>
      {failure.message === "" ? undefined : <p class="quiet">{failure.message}</p>}
      <button type="button" class="button" onClick={() => readAgain(path)}>
        {states.retry}
      </button>
    </div>
  )

interface ShownProps<A> {
  /** The path that is read, to read it again. */
  readonly path: string
  readonly read: Read<A>
  readonly lines?: number
  readonly children: (data: A) => ComponentChildren
}

/** A response, or its placeholder while it loads and if it fails. A response on screen stays while it is read again. */
export const Shown = <A,>({ children, lines = 3, path, read }: ShownProps<A>) => {
  if (read.data !== undefined) return <>{children(read.data)}</>
  if (read.failure !== undefined) return <ErrorState failure={read.failure} path={path} />
  return <Skeleton lines={lines} />
}

/** Counts down while the limit is reached: requests wait automatically. */
const Waiting = () => {
  const until = useSignal(waitingUntil)
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (until === 0) return undefined
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  const seconds = Math.ceil((until - now) / 1_000)
  return until === 0 || seconds <= 0 ? undefined : <p class="banner">{states.waiting(seconds)}</p>
}

/** Why the server cannot respond now. */
export const troubleOf = ({ message, status }: Failure): string =>
  status === 0 ? states.offline : states.unready(message === "" ? String(status) : message)

/** Says why nothing comes from the server now: its limit, or `failure`, else what it last failed with. */
export const Trouble = ({ failure: known }: { readonly failure?: Failure | undefined }) => {
  const failed = useSignal(away) ?? known
  const isLimited = useSignal(waitingUntil) !== 0
  return (
    <div role="status">
      {failed === undefined || isLimited ? undefined : <p class="banner">{troubleOf(failed)}</p>}
      <Waiting />
    </div>
  )
}
