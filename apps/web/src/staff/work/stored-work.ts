import { browserStorage } from '#lib/browser-storage.ts'

/** Where what an operator reported waits until the server has it. */
export const reportsKey = 'staff.work-reports'
export const valuesKey = 'staff.inspection-values'

/** Whether something of any operator waits in this browser. */
export const hasStoredWork = (): boolean => [reportsKey, valuesKey].some((key) => browserStorage.get(key) !== null)
