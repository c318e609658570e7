import dingbatsUrl from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url'
import symbolUrl from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url'
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url'

/** Where the library reads a file of its own from, by the name of the file. */
export type OwnFiles = Readonly<Record<string, string>>

/** Fonts of symbols, which no system has alike, and the decoders of scans. */
export const ownFiles: OwnFiles = {
  'FoxitDingbats.pfb': dingbatsUrl,
  'FoxitSymbol.pfb': symbolUrl,
  'jbig2.wasm': jbig2Url,
  'openjpeg.wasm': openjpegUrl,
}
