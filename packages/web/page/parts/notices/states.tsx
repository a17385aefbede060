import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { away, type Failure, waitingUntil } from "../../data/asking.ts"
import { type Read, readAgain, shownFrom } from "../../data/cache.ts"
import { signal, useSignal } from "../../data/signal.ts"
import { exactly } from "../../format.ts"
import { messages } from "../../messages.ts"

const { states } = messages

/** Placeholder lines until the response. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div class="skeleton" role="status" aria-label={states.loading}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)

/** States that there is nothing, and what brings something. */
export const EmptyState = ({
  title = states.empty,
  hint = "",
}: {
  readonly title?: string
  readonly hint?: ComponentChildren
}) => (
  <div class="empty">
    <p>{title}</p>
    {hint === "" ? undefined : <p class="quiet">{hint}</p>}
  </div>
)

/** The paths of the view that could not be read, the first one first. */
const failing = signal<ReadonlyArray<string>>([])

/**
 * States that parts of a view could not be read: once for all of them, where the first one is. Its button reads all of them again.
 */
export const ErrorState = ({ failure, path }: { readonly failure: Failure; readonly path: string }) => {
  const all = useSignal(failing)
  const isMissing = failure.status === 404
  useEffect(() => {
    if (isMissing) return undefined
    failing.set([...failing.get(), path])
    return () => failing.set(failing.get().filter((one) => one !== path))
  }, [path, isMissing])
  if (isMissing)
    return (
      <EmptyState
        title={failure.message === "" ? states.notFound : failure.message}
        hint={states.notFoundHint}
      />
    )
  return all[0] === path ? (
    <div class="empty" role="alert">
      <p>{states.failed}</p>
      {failure.message === "" ? undefined : <p class="quiet">{failure.message}</p>}
      <button type="button" class="button" onClick={() => new Set(all).forEach(readAgain)}>
        {states.retry}
      </button>
    </div>
  ) : undefined
}

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

/** Why the server cannot respond now. */
export const troubleOf = ({ message, status }: Failure): string =>
  status === 0 ? states.offline : states.unready(message === "" ? String(status) : message)

/**
 * Says why nothing comes from the server now: `failure`, else what it last failed with. Where a limit is reached requests wait, and nothing
 * is said.
 */
export const Trouble = ({ failure: known }: { readonly failure?: Failure | undefined }) => {
  const failed = useSignal(away) ?? known
  const isLimited = useSignal(waitingUntil) !== 0
  const from = useSignal(shownFrom)
  return (
    <div role="status">
      {failed === undefined || isLimited ? undefined : (
        <p class="banner">
          {troubleOf(failed)}
          {from === 0 ? "" : ` ${states.from(exactly(new Date(from).toISOString()))}`}
        </p>
      )}
    </div>
  )
}
