import { createStore } from '#lib/store.ts'

/** The flag of spec 4: the dialog that asks a visitor of the quote screens to log in. */
export const authDialogOpened = createStore(false)

export const openAuthDialog = () => authDialogOpened.set(true)
export const closeAuthDialog = () => authDialogOpened.set(false)
