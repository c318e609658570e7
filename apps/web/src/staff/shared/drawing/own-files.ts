import dingbatsUrl from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url'
import symbolUrl from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url'
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url'

/** The addresses of the library's own files, by file name. */
export type OwnFiles = Readonly<Record<string, string>>

/** Symbol fonts, which differ between systems, and the decoders of scanned pages. */
export const ownFiles: OwnFiles = {
  'FoxitDingbats.pfb': dingbatsUrl,
  'FoxitSymbol.pfb': symbolUrl,
  'jbig2.wasm': jbig2Url,
  'openjpeg.wasm': openjpegUrl,
}
