import type { Messages } from "../../texts.ts"

export const keys: Messages["keys"] = {
  title: "キーボード",
  find: "検索・移動・追加",
  goTo: (view) => `${view}へ移動`,
  add: "追加",
  edit: "表示中のものを編集",
  share: "表示中のものを共有",
  move: "カード・日・点を移動",
  list: "この一覧",
  close: "閉じる",
  single: "CtrlやCmdなしのキー",
  open: "キー",
}
