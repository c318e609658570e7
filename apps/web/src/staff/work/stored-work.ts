import { browserStorage } from '#lib/browser-storage.ts'

/** Where what an operator reported waits until the server has it. */
export const reportsKey = 'staff.work-reports'
export const valuesKey = 'staff.inspection-values'
export const conclusionsKey = 'staff.inspection-conclusions'
export const photosKey = 'staff.work-photos'
export const traysKey = 'staff.tray-reports'

/** Whether something of any operator waits in this browser. */
export const hasStoredWork = (): boolean =>
  [reportsKey, valuesKey, conclusionsKey, photosKey, traysKey].some((key) => browserStorage.get(key) !== null)
