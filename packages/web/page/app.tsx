import type { ComponentChildren } from "preact"
import { useEffect, useErrorBoundary, useMemo } from "preact/hooks"
import { pollWithBackoff } from "./data/poll.ts"
import { type Failure, waitingUntil } from "./data/asking.ts"
import { sendChanges } from "./data/changes.ts"
import { keepTrying, listen } from "./data/live.ts"
import { findSession, standing } from "./data/session.ts"
import { useSignal } from "./data/signal.ts"
import { Frame } from "./frame.tsx"
import { messages } from "./messages.ts"
import { Skeleton, Trouble } from "./parts/notices/states.tsx"
import { ErrorView, UpdateView } from "./parts/notices/errorBoundary.tsx"
import { Toasts } from "./parts/notices/toast.tsx"
import { routeOf, usePlace, useView } from "./router.tsx"
import { notFound, routes } from "./routes.ts"
import { SignIn } from "./views/signIn.tsx"

/** A view that fails while it is drawn leaves the rest of the page as it is. */
const Guarded = ({ children }: { readonly children: ComponentChildren }) => {
  const [fault] = useErrorBoundary((cause) => console.error(cause))
  return fault === undefined ? <>{children}</> : <ErrorView />
}

/** The view of the shown address. */
const View = () => {
  const address = usePlace()
  const found = useMemo(() => routeOf(routes, address), [address])
  const Shown = useView(found?.route ?? notFound)
  const [path] = address.split("?")
  if (Shown === undefined) return <Skeleton lines={8} />
  if (Shown === "failed") return <UpdateView />
  // A view of another path restarts; another query is the same view.
  return (
    <Guarded key={path}>
      <Shown {...(found?.address ?? { params: {}, query: new URLSearchParams() })} />
    </Guarded>
  )
}

const SignedIn = () => {
  useEffect(listen, [])
  useEffect(sendChanges, [])
  return (
    <>
      <Frame>
        <View />
      </Frame>
      <Toasts />
    </>
  )
}

/** Nothing is known of a session: the shell says why, and tries again. */
const Away = ({ failure }: { readonly failure?: Failure }) => {
  useEffect(() => pollWithBackoff(() => void findSession()), [])
  return (
    <main class="sign-in">
      <h1>{messages.name}</h1>
      <Trouble failure={failure} />
    </main>
  )
}

export const App = () => {
  const now = useSignal(standing)
  const isLimited = useSignal(waitingUntil) !== 0
  useEffect(keepTrying, [])
  switch (now.state) {
    case "in":
      return <SignedIn />
    case "out":
      return <SignIn key={now.why} why={now.why} />
    case "away":
      return <Away failure={now.failure} />
    case "unknown":
      return isLimited ? <Away /> : <div aria-busy="true" />
  }
}
