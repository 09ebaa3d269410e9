import { purposeOf } from '#server/openapi/operation-meanings.ts';
import type { Operation } from '#contract/operation.ts';
import { addressOf, anchorOf, FAMILIES, isTwin, rowsOf } from './families.ts';
import { GUIDES } from './guides.ts';
import { html, prose, type Html } from './html.ts';
import { operationSection } from './operation-section.ts';
import { findPlaces, listPlaces, type Place } from './search.ts';

/**
 * The documentation of the API as one page without scripts: guides, then every operation, each at an anchor such as
 * `#tickets-get`. On one page a browser's own search finds everything.
 * @param baseUrl Ends with `/v1`.
 */
export function docsPage(baseUrl: string): string {
  return document(
    'API documentation',
    '',
    html`${contents()}
      <main id="main">
        <section class="intro">
          <h2>Support Console API</h2>
          <p>
            Support Console is a help desk: tickets of customers from email, chat and messaging channels, an AI that
            answers first, and the figures about both. Everything that its dashboard shows and does is a call of this
            API.
          </p>
        </section>
        ${GUIDES.map(
          ({ id, title, body }) =>
            html`<section id="${id}" class="guide" aria-labelledby="${id}-title">
              <div class="heading">
                <h2 id="${id}-title">${title}</h2>
                <a href="#${id}" aria-label="Link to ${title}">#</a>
              </div>
              ${body(baseUrl)}
            </section>`,
        )}
        ${FAMILIES.map(
          (family) =>
            html`<section id="${family.id}" class="family" aria-labelledby="${family.id}-title">
              <h2 id="${family.id}-title">${family.title}</h2>
              <p>${family.purpose}</p>
              <ul class="operations">
                ${rowsOf(family).map(
                  (row) =>
                    html`<li class="${isTwin(row) ? 'twin' : ''}">
                      <a href="#${anchorOf(row)}">${methodLabel(row)} ${addressOf(row)}</a>
                      <span>${prose(purposeOf(row))}</span>
                    </li>`,
                )}
              </ul>
              ${rowsOf(family).map((row) => operationSection(row))}
            </section>`,
        )}
      </main>`,
  );
}

/** The answer to `/docs?q=...`, or what is wrong with `q`. */
export function searchPage(q: string, problem: string | null): string {
  const { found, total } = findPlaces((places ??= listPlaces()), q);
  const summary =
    problem ?? (total === 0 ? 'Nothing has all of these words.' : `${total} ${total === 1 ? 'place' : 'places'}.`);
  const rest = total > found.length ? ` The first ${found.length}; add a word to see others.` : '';
  return document(
    q === '' ? 'Search' : `Search for ${q}`,
    q,
    html`<main id="main" class="results">
      <p role="status">${summary}${rest}</p>
      <ul>
        ${found.map(
          ({ kind, title, note, anchor }) =>
            html`<li>
              <a href="/docs#${anchor}">${title}</a> <span class="kind">${kind}</span>
              <span>${prose(note)}</span>
            </li>`,
        )}
      </ul>
      <p><a href="/docs">All of the documentation</a></p>
    </main>`,
  );
}

/** Made at the first search. */
let places: readonly Place[] | undefined;

function document(title: string, q: string, content: Html): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} - Support Console</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs.css" />
      </head>
      <body id="top">
        <a class="skip" href="#main">Skip to the text</a>
        <header>
          <h1><a href="/docs">API documentation</a></h1>
          <form action="/docs" role="search">
            <label for="q">Search operations, fields, errors and guides</label>
            <input
              id="q"
              name="q"
              type="search"
              value="${q}"
              maxlength="100"
              autocomplete="off"
              placeholder="tickets, version, 409, paging"
            />
            <button>Search</button>
          </form>
          <p class="links"><a href="/v1/openapi.json">openapi.json</a> <a href="/">Dashboard</a></p>
          <a class="back" href="#top">Search and contents</a>
        </header>
        <div class="columns">${content}</div>
      </body>
    </html> `;
  return page.text;
}

function contents(): Html {
  return html`<nav aria-label="Contents">
    <h2>Guides</h2>
    <ul>
      ${GUIDES.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
    <h2>Operations</h2>
    <ul>
      ${FAMILIES.map(
        (family) =>
          html`<li>
            <a href="#${family.id}">${family.title}</a>
            <ul class="operations">
              ${rowsOf(family).map(
                (row) =>
                  html`<li class="${isTwin(row) ? 'twin' : ''}">
                    <a href="#${anchorOf(row)}">${methodLabel(row)} ${addressOf(row).slice('/v1/'.length)}</a>
                  </li>`,
              )}
            </ul>
          </li>`,
      )}
    </ul>
  </nav>`;
}

function methodLabel({ method }: Operation): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}
