/** Sets `globalThis.pdfjsWorker` when it is imported; the library has no types for it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
