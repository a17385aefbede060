import { count } from "../../words.ts"

/** The texts of changes that wait for a connection. */
export const waiting = {
  stored: "Stored in this browser. It is sent when you are back online.",
  some: (value: number) => `${count(value, "change waits", "changes wait")} for a connection.`,
  refused: (value: number) => `${count(value, "change was", "changes were")} refused.`,
  actions: { POST: "Add", PATCH: "Edit", DELETE: "Remove" },
  line: (action: string, type: string, title: string) =>
    [`${action}: ${type}`, title].filter((part) => part !== "").join(", "),
  cancel: "Cancel",
  dismiss: "Dismiss",
  notSent: "Not sent",
}
