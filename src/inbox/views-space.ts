/** Under this name the browser keeps how high stars and saved views were in the sidebar, in pixels. */
export const VIEWS_SPACE = 'views-space';
