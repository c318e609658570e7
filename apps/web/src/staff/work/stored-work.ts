import { browserStorage } from '#lib/browser-storage.ts'

/** Where what an operator reported waits until the server has it. */
export const reportsKey = 'staff.work-reports'
export const valuesKey = 'staff.inspection-values'
export const conclusionsKey = 'staff.inspection-conclusions'
export const photosKey = 'staff.work-photos'
export const traysKey = 'staff.tray-reports'

const allKeys = [reportsKey, valuesKey, conclusionsKey, photosKey, traysKey]

/** Whether something of any operator waits in this browser. */
export const hasStoredWork = (): boolean => allKeys.some((key) => browserStorage.get(key) !== null)

/** Whether something of this member waits in this browser. The code that reads entries is not loaded everywhere. */
export const hasStoredWorkOf = (memberId: string): boolean =>
  allKeys.some((key) => browserStorage.get(key)?.includes(`"memberId":${JSON.stringify(memberId)}`))
