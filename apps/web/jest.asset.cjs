// Styles and pictures have no meaning in jsdom: an import of one yields its name.
module.exports = { __esModule: true, default: 'asset' };
