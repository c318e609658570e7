/** The job queues of this slice that more than one file enqueues into. */
export const storeJob = 'store-upload'
export const removeContentJob = 'remove-content'
export const analyseJob = 'analyse-part'
export const analysisMailJob = 'analysis-mail'
