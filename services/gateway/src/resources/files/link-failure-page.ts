import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { AppError } from '@medley/kit';
import { httpStatuses } from '../../http/error-response';

type Reason = 'LINK_INVALID' | 'LINK_EXPIRED' | 'OUTPUT_HIDDEN';
type Language = 'en' | 'ru';

const texts: Readonly<Record<Language, Record<Reason, { title: string; advice: string }>>> = {
  en: {
    LINK_INVALID: {
      title: 'This link does not work',
      advice: 'It is incomplete or was changed. Copy the whole link again, or ask whoever sent it for a new one.',
    },
    LINK_EXPIRED: {
      title: 'This file is no longer there',
      advice: 'Files are stored for a limited time, and this one has been deleted. Ask whoever sent the link for a new one.',
    },
    OUTPUT_HIDDEN: {
      title: 'This file is not given out',
      advice: 'Whoever made it keeps it private. Ask for the version that is meant for you.',
    },
  },
  ru: {
    LINK_INVALID: {
      title: 'Ссылка не работает',
      advice: 'Она неполная или изменена. Скопируйте её целиком ещё раз или попросите новую у того, кто её прислал.',
    },
    LINK_EXPIRED: {
      title: 'Файла больше нет',
      advice: 'Файлы хранятся ограниченное время, и этот уже удалён. Попросите новую ссылку у того, кто её прислал.',
    },
    OUTPUT_HIDDEN: {
      title: 'Этот файл не выдаётся',
      advice: 'Тот, кто его создал, оставил его закрытым. Попросите версию, которая предназначена вам.',
    },
  },
}; // prettier-ignore

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:15vh auto 0;max-width:34rem;padding:0 1.5rem;font:1.05rem/1.6 system-ui,sans-serif}',
  'h1{font-size:1.6rem;line-height:1.25}',
].join('');
const hash = createHash('sha256').update(style).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`;

/** Answer a browser that opens a link without a file in plain words; false for other clients and failures. */
export function sendLinkFailure(error: unknown, request: Request, response: Response): boolean {
  if (!(error instanceof AppError) || !isReason(error.code)) return false;
  response.vary('Accept').vary('Accept-Language');
  if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return false;
  const language: Language = request.acceptsLanguages('en', 'ru') === 'ru' ? 'ru' : 'en';
  const page = pageOf(language, error.code);
  response.writeHead(httpStatuses[error.code], {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Language': language,
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  response.end(page);
  return true;
}

function isReason(code: string): code is Reason {
  return Object.hasOwn(texts.en, code);
}

function pageOf(language: Language, reason: Reason): string {
  const { title, advice } = texts[language][reason];
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>${style}</style></head>`,
    `<body><main><h1>${title}</h1><p>${advice}</p></main></body></html>\n`,
  ].join('');
}
