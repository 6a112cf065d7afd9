// A screen needs the words and formats that the model is made with.
@_exported public import IAPPresentation
