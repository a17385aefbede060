/** The texts of the list of keys. */
export const keys = {
  title: "Keyboard",
  find: "Find, go and add",
  goTo: (view: string) => `Go to ${view}`,
  add: "Add",
  edit: "Edit what is shown",
  share: "Share what is shown",
  move: "Move through cards, days and points",
  list: "This list",
  close: "Close",
  single: "Keys without Ctrl or Cmd",
  open: "Keys",
} as const
