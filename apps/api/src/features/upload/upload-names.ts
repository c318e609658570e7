/** The jobs of this slice. */
export const storeJob = 'store-upload'
export const removeContentJob = 'remove-content'
